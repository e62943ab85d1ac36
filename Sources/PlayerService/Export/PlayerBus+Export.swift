internal import DBusKit
public import PlayerCore

extension PlayerBus.Handlers {
    /// Where exports are made; nil: nowhere.
    public struct Exporting: Sendable {
        /// Looks whether such a file can be made at all; answers why not, and what to do next.
        public var check: @Sendable (ExportOrder, _ completion: @escaping @Sendable (String?) -> Void) -> Void
        /// Makes a file, as soon as it is its turn; how it goes comes by ``PlayerBus/show(_:of:)``.
        public var start: @Sendable (_ number: UInt32, ExportOrder) -> Void
        public var cancel: @Sendable (_ number: UInt32) -> Void
        /// What a machine can make of an item with sound, with pictures, or with both.
        public var presets:
            @Sendable (_ hasVideo: Bool, _ hasAudio: Bool, _ completion: @escaping @Sendable ([String]) -> Void) -> Void

        public init(
            check: @escaping @Sendable (ExportOrder, _ completion: @escaping @Sendable (String?) -> Void) -> Void,
            start: @escaping @Sendable (_ number: UInt32, ExportOrder) -> Void,
            cancel: @escaping @Sendable (_ number: UInt32) -> Void,
            presets:
                @escaping @Sendable (
                    _ hasVideo: Bool, _ hasAudio: Bool, _ completion: @escaping @Sendable ([String]) -> Void
                ) -> Void
        ) {
            self.check = check
            self.start = start
            self.cancel = cancel
            self.presets = presets
        }
    }
}

/// What `org.mediad.Trim1` says and does about exports, and the object of each.
extension PlayerBus {
    /// Objects of exports that ended, kept for who asks later.
    private static let kept = 100

    static func exportPath(of number: UInt32) -> String { "\(ownPath)/export/\(number)" }

    func exportMethods() -> [BusMethod] {
        [
            BusMethod(
                "Presets", out: [BusArgument("presets", "as")],
                answering: { [weak self] call in self?.presets(call.reply) }),
            BusMethod(
                "Export", in: [BusArgument("path", "s"), BusArgument("options", "a{sv}")],
                out: [BusArgument("job", "o")],
                answering: { [weak self] call in self?.export(call) }),
        ]
    }

    private func presets(_ reply: BusReply) {
        guard let exporting = handlers.exporting, let current = snapshot.current, exportRefusal == nil else {
            return reply.succeed([.strings([String]())])
        }
        let hasAudio = !snapshot.tracks.audio.isEmpty
        exporting.presets(current.hasVideo, hasAudio) { presets in
            BusActor.assumeIsolated { reply.succeed([.strings(presets)]) }
        }
    }

    /// Why the current item cannot be exported; nil where it can.
    private var exportRefusal: String? {
        guard snapshot.current != nil else { return "Nothing is current: play something first." }
        // While the points are tried out, a file may be made of what lies between them.
        return snapshot.trim.isTrimming ? nil : snapshot.trim.whyNot
    }

    private func export(_ call: BusCall) {
        let reply = call.reply
        guard let exporting = handlers.exporting else {
            return reply.fail(DBusError(name: ServiceError.notPossible, message: "This mediad exports nothing."))
        }
        do throws(DBusError) {
            let order = try order(path: call.arguments[0].asString ?? "", options: call.arguments[1])
            guard exports.values.count(where: { !$0.job.hasEnded }) < ExportQueue.limit else {
                throw DBusError(
                    name: ServiceError.notPossible, message: "Too many exports wait: try again when some are done.")
            }
            exporting.check(order) { refusal in
                BusActor.assumeIsolated { [weak self] in
                    if let refusal {
                        return reply.fail(DBusError(name: ServiceError.notPossible, message: refusal))
                    }
                    guard let number = self?.addExport(ExportJob(order)) else { return }
                    reply.succeed([.objectPath(Self.exportPath(of: number))])
                    exporting.start(number, order)
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func order(path: String, options: DBusValue) throws(DBusError) -> ExportOrder {
        if let whyNot = exportRefusal { throw DBusError(name: ServiceError.notPossible, message: whyNot) }
        guard let current = snapshot.current, let duration = current.duration else {
            throw DBusError(
                name: ServiceError.notPossible, message: "It is not known how long the item is: play it first.")
        }
        let wishes = try ExportOptions(options)
        guard path.hasPrefix("/"), !path.hasSuffix("/") else {
            throw DBusError(
                .invalidArgs,
                "'\(MediaURI.shortened(path))' is no absolute path of a file: send one, as in /home/me/clip.mkv")
        }
        guard path.utf8.count < 4_000 else {
            throw DBusError(.invalidArgs, "The path is longer than 4,000 bytes: choose a shorter one.")
        }
        if FileURI.path(of: current.description.uri) == Array(path.utf8) {
            throw DBusError(.invalidArgs, "\(path) is the item itself: give the file another name.")
        }
        let without = snapshot.segments.segments.filter { wishes.without.contains($0.kind) }.map(\.range)
        do throws(ExportRanges.Refusal) {
            let ranges = try ExportRanges(
                asked: wishes.ranges, points: snapshot.trim.points, without: without, duration: duration)
            return ExportOrder(
                uri: current.description.uri, path: path, method: .init(preset: wishes.preset),
                stretches: ranges.kept.map { .init($0) },
                chapters: wishes.keepsChapters ? snapshot.chapters.list.chapters : [], overwrites: wishes.overwrites,
                duration: duration.nanoseconds)
        } catch {
            throw DBusError(.invalidArgs, error.message)
        }
    }

    // MARK: Objects

    /// - Returns: its number.
    func addExport(_ job: ExportJob) -> UInt32 {
        exportCount += 1
        let number = exportCount
        let ended = exports.filter { $0.value.job.hasEnded }.keys.sorted()
        for number in ended.dropLast(Self.kept - 1) {
            connection.objects.unexport(Self.exportPath(of: number))
            exports[number] = nil
        }
        let interface = exportInterface(of: number)
        let announcer = Announcer(interface, path: Self.exportPath(of: number))
        exports[number] = (job, announcer)
        connection.objects.export([interface], at: Self.exportPath(of: number))
        announcer.prime()
        return number
    }

    /// How an export goes.
    public func show(_ job: ExportJob, of number: UInt32) {
        guard let announcer = exports[number]?.announcer else { return }
        exports[number]?.job = job
        announcer.announce(on: connection, forced: [], invalidated: [])
    }

    /// `org.mediad.ExportJob1`: one export.
    private func exportInterface(of number: UInt32) -> BusInterface {
        func property(_ name: String, _ type: String, _ read: @escaping @BusActor (ExportJob) -> DBusValue)
            -> BusProperty
        {
            // An object is there as long as its job is.
            BusProperty(name, type) { [weak self] in
                self?.exports[number].map { read($0.job) } ?? Self.empty(type)
            }
        }
        func ranges(_ stretches: [ExportOrder.Stretch]) -> DBusValue {
            .array("(xx)", stretches.map { .structure([.int64($0.start / 1_000), .int64($0.end / 1_000)]) })
        }
        return BusInterface(
            OwnName.exportJob,
            methods: [
                BusMethod(
                    "Cancel",
                    answering: { [weak self] call in
                        self?.handlers.exporting?.cancel(number)
                        call.reply.succeed()
                    })
            ],
            properties: [
                property("Status", "s") { .string($0.status.rawValue) },
                property("Progress", "d") { .double($0.progress) },
                property("Requested", "a(xx)") { ranges($0.order.stretches) },
                property("Actual", "a(xx)") { ranges($0.actual) },
                property("Path", "s") { .string($0.order.path) },
                property("Preset", "s") { .string($0.order.method.preset) },
                property("Notes", "as") { .strings($0.notes) },
                property("Error", "s") { .string($0.error) },
            ])
    }

    private static func empty(_ type: String) -> DBusValue {
        switch type {
        case "d": .double(0)
        case "s": .string("")
        case "as": .strings([String]())
        default: .array("(xx)", [])
        }
    }
}
