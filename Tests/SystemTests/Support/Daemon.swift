import DBusKit
import Foundation
import TestSupport
import Testing

/// The built mediad, running.
final class Daemon: Sendable {
    static let mprisName = "org.mpris.MediaPlayer2.mediad"
    static let ownName = "org.mediad.Player1"

    /// The folder of the test bundle, where the build puts the programs too.
    static let buildDirectory = URL(fileURLWithPath: program).deletingLastPathComponent().path
    static let program = Tool.built("mediad")
    static let control = Tool.built("mediactl")

    let process: ChildProcess

    /// Starts it; it may not be on the bus yet.
    init(
        environment: [String: String], arguments: [String] = [], descriptors: [Int32] = []
    ) throws {
        process = try ChildProcess(
            Self.program, arguments, environment: environment, descriptors: descriptors)
    }

    var log: String { process.errors.text }

    /// Waits until both names are owned.
    static func waitForNames(on client: BusClient, within seconds: Double = 60) throws {
        let bus = "org.freedesktop.DBus"
        try client.addMatch(BusMatch(sender: bus, interface: bus, member: "NameOwnerChanged"))
        let deadline = Moment.now + seconds
        for name in [ownName, mprisName] {
            while try client.call(.bus("NameHasOwner", [.string(name)])).first?.asBool != true {
                let left = deadline - Moment.now
                guard left > 0, try client.nextSignal(timeout: .seconds(left)) != nil else {
                    throw Failure("nobody owns \(name) after \(seconds) s")
                }
            }
        }
    }

    /// What every test asks for in the end: it stops in a second, with status 0.
    func finish(_ location: SourceLocation = #_sourceLocation) {
        let (begun, pulse) = (Moment.now, MachinePulse())
        process.signal(SIGTERM)
        // Long enough for a machine that has no time for it: how long it took is asked below.
        let end = try? process.waitForEnd(within: 30)
        // What the machine did not give it, it did not take; `LifecycleTests` and `SystemdTests` do not ask for that.
        let took = Moment.now - begun - pulse.withheld
        #expect(end == .exited(0), "mediad's end; its log:\n\(log)", sourceLocation: location)
        #expect(took < 1, "mediad stopped in \(took) s", sourceLocation: location)
        process.stop()
    }

    // MARK: What it uses

    private var folder: String { "/proc/\(process.processIdentifier)" }
    var descriptorCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count) ?? -1
    }
    var threadNames: [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")) ?? []
        return tasks.compactMap { task in
            (try? String(contentsOfFile: "\(folder)/task/\(task)/comm", encoding: .utf8))?
                .trimmingCharacters(in: .newlines)
        }
    }

    /// How often its present threads have gone to sleep so far: threads that end take their share with them.
    var wakes: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")) ?? []
        return tasks.reduce(0) { sum, task in
            let status = (try? String(contentsOfFile: "\(folder)/task/\(task)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    /// Kilobytes of memory that are its own and changed: what the kernel cannot take back.
    var memory: Int {
        let text = (try? String(contentsOfFile: "\(folder)/smaps_rollup", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
    }
}
