import Foundation
import Glibc

/// A real `systemd --user` with its own home, units and bus; it needs no systemd as the machine's first process.
final class UserManager {
    let environment: [String: String]
    let busAddress: String
    private let process: ChildProcess

    /// Whether a second manager gets a control group here: root does, and who was delegated one.
    static var mayStart: Bool {
        if geteuid() == 0 || ProcessInfo.processInfo.environment["CI"] != nil { return true }
        let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        guard let own = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::") })?.dropFirst(3) else {
            return false
        }
        return access("/sys/fs/cgroup\(own)", W_OK) == 0
    }

    init(in sandbox: Sandbox) throws {
        // systemd's libraries ask this folder whether the machine runs systemd.
        if !FileManager.default.fileExists(atPath: "/run/systemd/system") {
            try FileManager.default.createDirectory(
                atPath: "/run/systemd/system", withIntermediateDirectories: true)
        }
        let home = "\(sandbox.directory)/home"
        let runtime = "\(sandbox.directory)/run"
        environment = sandbox.environment.merging([
            "XDG_DATA_HOME": "\(home)/.local/share", "XDG_CONFIG_HOME": "\(home)/.config",
            "SYSTEMD_LOG_TARGET": "console",
            "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0",
        ]) { $1 }
        busAddress = "unix:path=\(runtime)/bus"
        process = try ChildProcess("/lib/systemd/systemd", ["--user"], environment: environment)
        let deadline = Moment.now + 15
        while !FileManager.default.fileExists(atPath: "\(runtime)/systemd/private")
            || !FileManager.default.fileExists(atPath: "\(runtime)/bus")
        {
            guard Moment.now < deadline, process.end == nil else {
                throw Failure("systemd --user does not start: \(process.errors.text)")
            }
        }
    }

    @discardableResult
    func systemctl(_ arguments: String..., mayFail: Bool = false) throws -> String {
        let result = try ChildProcess.run(
            "systemctl", ["--user", "--no-pager"] + arguments, environment: environment, within: 30)
        guard mayFail || result.end == .exited(0) else {
            throw Failure(
                "systemctl \(arguments): \(result.end) \(result.output)\(result.errors)\n\(process.errors.text)")
        }
        return result.output
    }

    func property(_ name: String) throws -> String {
        try systemctl("show", "--value", "--property", name, "mediad.service").trimmingCharacters(in: .newlines)
    }

    /// Waits until the unit's property is as wanted.
    func wait(_ name: String, within seconds: Double = 60, until condition: (String) -> Bool) throws {
        let deadline = Moment.now + seconds
        var value = try property(name)
        while !condition(value) {
            guard Moment.now < deadline else { throw Failure("mediad.service's \(name) is \(value)") }
            value = try property(name)
        }
    }

    func stop() {
        _ = try? systemctl("exit", mayFail: true)
        _ = try? process.waitForEnd(within: 5)
        process.stop()
    }
}
