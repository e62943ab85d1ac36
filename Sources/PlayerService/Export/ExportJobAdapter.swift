internal import DBusKit
internal import PlayerCore

/// `org.mediad.ExportJob1`: an export.
@BusActor
final class ExportJobAdapter: BusAdapter {
    static func path(of number: UInt32) -> String { "\(BusObject.player)/export/\(number)" }

    let path: String
    private let number: UInt32
    private let commands: CommandSender
    private var job: ExportJob

    init(_ number: UInt32, _ job: ExportJob, _ commands: CommandSender) {
        path = Self.path(of: number)
        self.number = number
        self.job = job
        self.commands = commands
    }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        job = change.new.exports.jobs[number] ?? job
        return AdapterAnnouncement()
    }

    var interface: BusInterface {
        func property(_ name: String, _ type: String, _ read: @escaping @BusActor (ExportJob) -> DBusValue)
            -> BusProperty
        {
            BusProperty(name, type) { [self] in read(job) }
        }
        func ranges(_ stretches: [ExportOrder.Stretch]) -> DBusValue {
            .array("(xx)", stretches.map { .structure([.int64($0.start / 1_000), .int64($0.end / 1_000)]) })
        }
        return BusInterface(
            "org.mediad.ExportJob1",
            methods: [
                BusMethod(
                    "Cancel",
                    answering: { [self] call in
                        commands.send(.exports(.cancel(number)), from: .program, call.reply)
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
}

/// The objects of the exports that the player keeps.
@BusActor
final class ExportJobAdapters: BusAdapterFamily {
    private let commands: CommandSender
    private var numbers: Set<UInt32> = []

    init(_ commands: CommandSender) { self.commands = commands }

    func follow(_ snapshot: PlayerSnapshot) -> (shown: [any BusAdapter], hidden: [String]) {
        let jobs = snapshot.exports.jobs
        let gone = numbers.filter { jobs[$0] == nil }
        guard !gone.isEmpty || jobs.count > numbers.count else { return ([], []) }
        let new = jobs.filter { !numbers.contains($0.key) }.sorted { $0.key < $1.key }
        numbers = Set(jobs.keys)
        return (
            new.map { ExportJobAdapter($0.key, $0.value, commands) }, gone.sorted().map(ExportJobAdapter.path)
        )
    }
}
