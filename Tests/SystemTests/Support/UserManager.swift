import Foundation
import Glibc
import TestSupport

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

    /// Whether units may have user and mount name spaces here, as `make install` tries it. (It also wants /run to be a mount,
    /// where the runtime folders of real managers are.)
    static let maySeparate: Bool = {
        func text(_ name: String) -> String? {
            (try? String(contentsOfFile: "/proc/sys/kernel/\(name)", encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard text("apparmor_restrict_unprivileged_userns") != "1", text("unprivileged_userns_clone") != "0" else {
            return false
        }
        let tried = try? ChildProcess.run(
            "unshare",
            [
                "--user", "--map-root-user", "--mount", "sh", "-c",
                "mount --bind /usr /usr && mount -o remount,bind,ro /usr",
            ])
        return tried?.end == .exited(0)
    }()

    /// What units may not see is covered with these; where systemd is the machine's first process, it has made them.
    private static func makeCovers() {
        guard geteuid() == 0 else { return }
        let folder = "/run/systemd/inaccessible"
        try? FileManager.default.createDirectory(atPath: "\(folder)/dir", withIntermediateDirectories: true)
        for (name, kind) in [
            ("reg", S_IFREG), ("fifo", S_IFIFO), ("sock", S_IFSOCK), ("chr", S_IFCHR), ("blk", S_IFBLK),
        ] {
            mknod("\(folder)/\(name)", kind, 0)
        }
    }

    /// Installs mediad into a sandbox's home, starts a manager and runs a test with it.
    ///
    /// - Parameters:
    ///   - namespaces: whether the unit uses user name spaces.
    ///   - override: more lines of the unit's, in a file beside it.
    static func perform(
        namespaces: Bool = false, configuration: String = Stage.silent, override: String? = nil,
        _ body: (UserManager, Sandbox) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let home = "\(sandbox.directory)/home"
        // The bus and the manager look for units and activation files below the home when they start.
        let installed = try ChildProcess.run(
            "make",
            [
                "-C", Fixtures.root, "--no-print-directory", "install", "PREFIX=\(home)/.local",
                "BUILT=\(Daemon.buildDirectory)", "NAMESPACES=\(namespaces ? "yes" : "no")",
            ],
            environment: sandbox.environment, within: 30)
        guard installed.end == .exited(0) else { throw Failure("make install: \(installed.output)\(installed.errors)") }
        try sandbox.write(configuration, to: "home/.config/mediad/config.toml")
        if let override {
            try sandbox.write(override, to: "home/.config/systemd/user/mediad.service.d/test.conf")
        }
        let manager = try UserManager(in: sandbox)
        defer { manager.stop() }
        try body(manager, sandbox)
    }

    init(in sandbox: Sandbox) throws {
        // systemd's libraries ask this folder whether the machine runs systemd.
        if !FileManager.default.fileExists(atPath: "/run/systemd/system") {
            try FileManager.default.createDirectory(
                atPath: "/run/systemd/system", withIntermediateDirectories: true)
        }
        Self.makeCovers()
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
