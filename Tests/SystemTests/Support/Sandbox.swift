import Foundation
import TestSupport

/// A home, a runtime folder and an environment that belong to one test.
final class Sandbox: Sendable {
    /// Short: socket paths end at 107 bytes.
    let directory: String
    let environment: [String: String]

    init() throws {
        var template = Array("/tmp/mds-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("no temporary folder") }
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "G_DEBUG": "fatal-criticals", "GST_REGISTRY": Sandbox.registry,
            // No test is to keep the machine that it runs on awake.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory)/no-system-bus",
        ]
        for (name, folder) in [
            ("HOME", "home"), ("XDG_RUNTIME_DIR", "run"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"),
            ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("TMPDIR", "tmp"),
        ] {
            environment[name] = "\(directory)/\(folder)"
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        self.environment = environment
    }

    func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: "\(directory)/\(path)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func writeConfiguration(_ text: String) throws { try write(text, to: "config/mediad/config.toml") }

    /// A fixture of its own, to be removed or changed.
    func copy(_ fixture: String, as name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try FileManager.default.copyItem(atPath: Fixtures.path(fixture), toPath: path)
        return path
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }

    /// GStreamer's list of plugins, made once: the first scan takes seconds, and no test should measure it.
    private static let registry: String = {
        let path = "/tmp/mediad-system-tests-\(getpid()).registry"
        var environment = ProcessInfo.processInfo.environment
        environment["GST_REGISTRY"] = path
        environment["G_DEBUG"] = nil
        _ = try? ChildProcess.run("gst-inspect-1.0", environment: environment, within: 60)
        atexit { unlink("/tmp/mediad-system-tests-\(getpid()).registry") }
        return path
    }()
}
