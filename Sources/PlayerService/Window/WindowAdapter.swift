internal import DBusKit
internal import PlayerCore

/// `org.mediad.Window1`: the video window, fullscreen and picture in picture.
@BusActor
final class WindowAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let clients: BusClients
    private let screenshot: PlayerBus.Handlers.Screenshot
    /// The client that restores its interface when picture in picture stops.
    private var registered: (client: String, bond: ClientBond?)?
    /// The subscriptions to the signals of screen savers.
    private var lockSubscriptions: [BusSubscription] = []

    init(
        _ player: PlayerView, _ commands: CommandSender, _ clients: BusClients,
        screenshot: @escaping PlayerBus.Handlers.Screenshot
    ) {
        self.screenshot = screenshot
        self.player = player
        self.commands = commands
        self.clients = clients
    }

    /// Subscribes to the signals of screen savers: while the session is locked, no window is visible.
    func begin(with snapshot: PlayerSnapshot) throws(DBusError) {
        for desktop in ["freedesktop", "gnome", "cinnamon", "mate"] {
            let match = BusMatch(interface: "org.\(desktop).ScreenSaver", member: "ActiveChanged")
            let subscription = try clients.subscribe(match) { [commands] signal in
                guard let isLocked = signal.arguments.first?.asBool else { return }
                commands.send(.window(.setLocked(isLocked)), from: .program)
            }
            if let subscription { lockSubscriptions.append(subscription) }
        }
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .window(let notice) = notice else { return [] }
        return switch notice {
        case .willStart: [AdapterSignal("WillStart")]
        case .didStart: [AdapterSignal("DidStart")]
        case .failedToStart(let reason): [AdapterSignal("FailedToStart", .string(reason))]
        case .restoreUserInterface(let serial): [AdapterSignal("RestoreUserInterface", .uint32(serial))]
        case .willStop(let cause): [AdapterSignal("WillStop", .string(cause.rawValue))]
        case .didStop(let cause): [AdapterSignal("DidStop", .string(cause.rawValue))]
        }
    }

    private var window: WindowSnapshot { player.snapshot.window }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Window1", methods: pictureInPictureMethods() + restoreMethods(),
            properties: windowProperties(),
            signals: [
                BusSignal("WillStart", []), BusSignal("DidStart", []),
                BusSignal("FailedToStart", [BusArgument("reason", "s")]),
                BusSignal("RestoreUserInterface", [BusArgument("serial", "u")]),
                BusSignal("WillStop", [BusArgument("cause", "s")]), BusSignal("DidStop", [BusArgument("cause", "s")]),
            ])
    }

    private func windowProperties() -> [BusProperty] {
        func property(_ name: String, _ type: String, _ read: @escaping @BusActor (WindowSnapshot) -> DBusValue)
            -> BusProperty
        {
            BusProperty(name, type) { [self] in read(window) }
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
                get: { [self] in .boolean(window.startsAutomatically) },
                set: { [self] value, reply in
                    commands.send(.window(.setStartsAutomatically(value.asBool ?? false)), reply)
                }),
            BusProperty(
                "Corner", "s",
                get: { [self] in .string(window.layout.corner.rawValue) },
                set: { [self] value, reply in
                    guard let corner = value.asString.flatMap(WindowCorner.init) else {
                        let known = WindowCorner.allCases.map(\.rawValue).joined(separator: ", ")
                        return reply.fail(DBusError(.invalidArgs, "There is no such corner. The corners are \(known)."))
                    }
                    commands.send(.window(.setCorner(corner)), reply)
                }),
            BusProperty(
                "Width", "u",
                get: { [self] in .uint32(UInt32(clamping: window.layout.width)) },
                set: { [self] value, reply in commands.send(.window(.setWidth(value.asUInt32 ?? 0)), reply) }),
            BusProperty(
                "Rotation", "i",
                get: { [self] in .int32(Int32(clamping: player.snapshot.rotation)) },
                set: { [self] value, reply in commands.send(.rotate(Int(value.asInt32 ?? -1)), reply) }),
            BusProperty(
                "Scaling", "s",
                get: { [self] in .string(window.scaling.rawValue) },
                set: { [self] value, reply in
                    guard let scaling = value.asString.flatMap(PictureScaling.init) else {
                        return reply.fail(DBusError(.invalidArgs, "There is no such scaling: use fit or fill."))
                    }
                    commands.send(.window(.setScaling(scaling)), reply)
                }),
            property("Honoured", "b") { .boolean($0.isHonoured) },
        ]
    }

    private func pictureInPictureMethods() -> [BusMethod] {
        func method(_ name: String, _ command: PlayerCommand) -> BusMethod {
            BusMethod(name, answering: { [self] call in commands.send(command, call.reply) })
        }
        return [
            method("StartPictureInPicture", .window(.startPictureInPicture)),
            method("StopPictureInPicture", .window(.stopPictureInPicture)),
            method("ClosePictureInPicture", .window(.closePictureInPicture)),
            method("TogglePictureInPicture", .window(.togglePictureInPicture)),
            BusMethod(
                "SetFullscreen", in: [BusArgument("fullscreen", "b")],
                answering: { [self] call in
                    commands.send(.window(.setFullscreen(call.arguments[0].asBool ?? false)), call.reply)
                }),
            BusMethod(
                "Screenshot", in: [BusArgument("path", "s"), BusArgument("overwrite", "b")],
                out: [BusArgument("file", "s")], answering: { [self] call in saveScreenshot(call) }),
            BusMethod(
                "Step", in: [BusArgument("frames", "i")],
                answering: { [self] call in commands.send(.step(Int(call.arguments[0].asInt32 ?? 0)), call.reply) }),
        ]
    }

    private func saveScreenshot(_ call: BusCall) {
        let (path, reply) = (call.arguments[0].asString ?? "", call.reply)
        guard path.isEmpty || path.hasPrefix("/") else {
            return reply.fail(DBusError(.invalidArgs, "The path must be absolute: start it with /."))
        }
        guard path.isEmpty || path.lowercased().hasSuffix(".png") else {
            return reply.fail(
                DBusError(.invalidArgs, "Pictures are saved as PNG: give a name that ends with .png."))
        }
        screenshot(path, call.arguments[1].asBool ?? false) { result in
            switch result {
            case .success(let file): reply.succeed([.string(file)])
            case .failure(let refusal):
                reply.fail(DBusError(name: ServiceError.failed, message: refusal.message))
            }
        }
    }

    private func restoreMethods() -> [BusMethod] {
        [
            BusMethod(
                "RegisterInterface", in: [BusArgument("who", "s")],
                answering: { [self] call in registerInterface(call) }),
            BusMethod(
                "RestoreCompleted", in: [BusArgument("serial", "u"), BusArgument("restored", "b")],
                answering: { [self] call in
                    commands.send(
                        .window(.restoreCompleted(call.arguments[0].asUInt32 ?? 0, call.arguments[1].asBool ?? false)),
                        from: .program, call.reply)
                }),
        ]
    }

    /// Registers the client that restores its interface. The newest registration is used, and it ends when the client
    /// leaves the bus. An empty name removes it.
    private func registerInterface(_ call: BusCall) {
        let who = call.arguments[0].asString ?? ""
        do throws(DBusError) { try FieldReader.check(who, at: "who", longest: BusText.longestName) } catch {
            return call.reply.fail(error)
        }
        let client = call.sender
        guard !who.isEmpty else {
            registered = nil
            return commands.send(.window(.registerInterface(nil)), from: .program, call.reply)
        }
        let bond = clients.whenGone(client) { [weak self] in
            guard let self, registered?.client == client else { return }
            registered = nil
            commands.send(.window(.registerInterface(nil)), from: .program)
        }
        registered = (client, bond)
        commands.send(.window(.registerInterface(who)), from: .program, call.reply)
    }
}
