internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Window1`: the video window, fullscreen and picture in picture.
    func windowInterface() -> BusInterface {
        BusInterface(
            OwnName.window, methods: pictureInPictureMethods() + restoreMethods(), properties: windowProperties(),
            signals: [
                BusSignal("WillStart", []), BusSignal("DidStart", []),
                BusSignal("FailedToStart", [BusArgument("reason", "s")]),
                BusSignal("RestoreUserInterface", [BusArgument("serial", "u")]),
                BusSignal("WillStop", [BusArgument("cause", "s")]), BusSignal("DidStop", [BusArgument("cause", "s")]),
            ])
    }

    func emit(_ notice: WindowNotice) {
        let (member, arguments): (String, [DBusValue]) =
            switch notice {
            case .willStart: ("WillStart", [])
            case .didStart: ("DidStart", [])
            case .failedToStart(let reason): ("FailedToStart", [.string(reason)])
            case .restoreUserInterface(let serial): ("RestoreUserInterface", [.uint32(serial)])
            case .willStop(let cause): ("WillStop", [.string(cause.rawValue)])
            case .didStop(let cause): ("DidStop", [.string(cause.rawValue)])
            }
        emit(Self.ownPath, OwnName.window, member, arguments)
    }

    /// Hears of it when the session is locked: behind a lock nobody sees a window.
    func watchLock() throws(DBusError) {
        for desktop in ["freedesktop", "gnome", "cinnamon", "mate"] {
            let match = BusMatch(interface: "org.\(desktop).ScreenSaver", member: "ActiveChanged")
            let subscription = try connection.subscribe(match) { [weak self] signal in
                guard let isLocked = signal.arguments.first?.asBool else { return }
                self?.handlers.perform(.setLocked(isLocked), .program) { _ in }
            }
            lockSubscriptions.append(subscription)
        }
    }

    private func windowProperties() -> [BusProperty] {
        func property(_ name: String, _ type: String, _ read: @escaping @BusActor (WindowSnapshot) -> DBusValue)
            -> BusProperty
        {
            BusProperty(name, type) { [weak self] in read(self?.snapshot.window ?? WindowSnapshot()) }
        }
        return [
            property("State", "s") { .string($0.state.rawValue) },
            property("Backend", "s") { .string($0.backend.rawValue) },
            property("Geometry", "(iiii)") { window in
                let rect = window.geometry ?? WindowRect(x: 0, y: 0, width: 0, height: 0)
                return .structure([rect.x, rect.y, rect.width, rect.height].map { .int32(Int32(clamping: $0)) })
            },
            property("PictureInPictureSupported", "b") { .boolean($0.isSupported) },
            property("PictureInPicturePossible", "b") { .boolean($0.whyNot == nil) },
            property("WhyNot", "s") { .string($0.whyNot ?? "") },
            property("PictureInPictureActive", "b") { .boolean($0.isActive) },
            BusProperty(
                "StartsAutomatically", "b",
                get: { [weak self] in .boolean(self?.snapshot.window.startsAutomatically ?? false) },
                set: { [weak self] value, reply in
                    self?.perform(.setStartsAutomatically(value.asBool ?? false), reply)
                }),
            BusProperty(
                "Corner", "s",
                get: { [weak self] in .string((self?.snapshot.window.layout ?? .standard).corner.rawValue) },
                set: { [weak self] value, reply in
                    guard let corner = value.asString.flatMap(WindowCorner.init) else {
                        let known = WindowCorner.allCases.map(\.rawValue).joined(separator: ", ")
                        return reply.fail(DBusError(.invalidArgs, "there is no such corner; there are \(known)"))
                    }
                    self?.perform(.setCorner(corner), reply)
                }),
            BusProperty(
                "Width", "u",
                get: { [weak self] in .uint32(UInt32(clamping: (self?.snapshot.window.layout ?? .standard).width)) },
                set: { [weak self] value, reply in self?.perform(.setWindowWidth(value.asUInt32 ?? 0), reply) }),
            property("Honoured", "b") { .boolean($0.isHonoured) },
        ]
    }

    private func pictureInPictureMethods() -> [BusMethod] {
        func method(_ name: String, _ command: PlayerCommand) -> BusMethod {
            BusMethod(name, answering: { [weak self] call in self?.perform(command, call.reply) })
        }
        return [
            method("StartPictureInPicture", .startPictureInPicture),
            method("StopPictureInPicture", .stopPictureInPicture),
            method("ClosePictureInPicture", .closePictureInPicture),
            method("TogglePictureInPicture", .togglePictureInPicture),
            BusMethod(
                "SetFullscreen", in: [BusArgument("fullscreen", "b")],
                answering: { [weak self] call in
                    self?.perform(.setFullscreen(call.arguments[0].asBool ?? false), call.reply)
                }),
        ]
    }

    private func restoreMethods() -> [BusMethod] {
        [
            BusMethod(
                "RegisterInterface", in: [BusArgument("who", "s")],
                answering: { [weak self] call in self?.registerInterface(call) }),
            BusMethod(
                "RestoreCompleted", in: [BusArgument("serial", "u"), BusArgument("restored", "b")],
                answering: { [weak self] call in
                    self?.perform(
                        .restoreCompleted(call.arguments[0].asUInt32 ?? 0, call.arguments[1].asBool ?? false),
                        from: .program, call.reply)
                }),
        ]
    }

    /// The newest one counts; who leaves the bus answers no more. An empty name takes it back.
    private func registerInterface(_ call: BusCall) {
        let who = call.arguments[0].asString ?? ""
        let client = call.sender
        guard !who.isEmpty else {
            registered = nil
            return perform(.registerInterface(nil), from: .program, call.reply)
        }
        let watch = try? connection.watchOwner(of: client) { [weak self] owner in
            guard let self, owner == nil, registered?.client == client else { return }
            registered = nil
            handlers.perform(.registerInterface(nil), .program) { _ in }
        }
        registered = (client, watch)
        perform(.registerInterface(who), from: .program, call.reply)
    }
}
