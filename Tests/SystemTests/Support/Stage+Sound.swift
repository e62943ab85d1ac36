import Foundation
import TestSupport
import Testing

extension Stage {
    /// The same with a sound server, which the daemon plays to.
    static func perform(
        hearing kind: SoundServer.Kind, extra: [String: String] = [:], _ location: SourceLocation = #_sourceLocation,
        _ body: (Stage, SoundServer) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        let bus = try PrivateBus(in: sandbox)
        let server: SoundServer
        let stage: Stage
        do {
            server = try SoundServer(
                kind, environment: sandbox.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
            stage = try Stage(configuration: kind.configuration, extra: extra, in: sandbox, bus: bus)
        } catch {
            bus.stop()
            sandbox.remove()
            throw error
        }
        defer { stage.close() }
        defer { server.stop() }
        do {
            try body(stage, server)
        } catch {
            Issue.record("\(error)\nmediad wrote:\n\(stage.daemon.log)", sourceLocation: location)
        }
        stage.daemon.finish(location)
    }
}
