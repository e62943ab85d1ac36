import Foundation

/// A sway without a screen, run by an ordinary user: sway refuses root.
public final class SwaySession: Sendable {
    public let directory: String
    /// Of the session: its displays and its socket.
    public let environment: [String: String]
    private let sway: ChildProcess

    public static let isUsable = Tool.areUsable("sway", "swaymsg", "Xwayland", "xhost", "setpriv", "gst-launch-1.0")

    /// The user "nobody", where the tests run as root.
    private static let asUser = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    public init(width: Int = 1920, height: Int = 1080, runtimeDirectory: String? = nil) throws {
        directory = runtimeDirectory ?? NSTemporaryDirectory() + "mediad-sway-" + UUID().uuidString.prefix(8)
        let files = FileManager.default
        try files.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let configuration = """
            xwayland enable
            output * resolution \(width)x\(height)
            exec sh -c 'xhost +local: >/dev/null; echo ready $DISPLAY $WAYLAND_DISPLAY $SWAYSOCK'

            """
        try configuration.write(toFile: directory + "/config", atomically: true, encoding: .utf8)
        if getuid() == 0 {
            for path in [directory, directory + "/config"] {
                try files.setAttributes([.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: path)
            }
        }
        // One list of plugins for all sessions: making one takes seconds.
        let registry = NSTemporaryDirectory() + "mediad-sway-plugins-\(getuid()).bin"
        let base = ["XDG_RUNTIME_DIR": directory, "HOME": directory, "GST_REGISTRY": registry]
        let command = Self.asUser + ["sway", "-c", directory + "/config"]
        let drawing = ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
        sway = try ChildProcess(command[0], Array(command.dropFirst()), environment: base.merging(drawing) { $1 })
        var words: [Substring] = []
        while words.first != "ready" || words.count != 4 { words = try sway.line().split(separator: " ") }
        environment = base.merging([
            "DISPLAY": String(words[1]), "WAYLAND_DISPLAY": String(words[2]), "SWAYSOCK": String(words[3]),
        ]) { $1 }
    }

    deinit {
        sway.kill()
        try? FileManager.default.removeItem(atPath: directory)
    }

    public func crash() { sway.kill() }

    /// A program inside of the session; its process number is its own.
    public func start(_ name: String, _ arguments: String...) throws -> ChildProcess {
        let command = Self.asUser + [name] + arguments
        return try ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
    }

    /// A Wayland window with pictures in it, as mediad's own sink makes one.
    public func startVideo() throws -> ChildProcess {
        try start(
            "gst-launch-1.0", "-q", "videotestsrc", "!", "video/x-raw,width=640,height=360,framerate=5/1", "!",
            "waylandsink")
    }

    /// The same, but the window comes only after ``go()``.
    public func startLateVideo() throws -> ChildProcess {
        try start(
            "sh", "-c",
            "while [ ! -e '\(directory)/go' ]; do sleep 0.05; done; "
                + "exec gst-launch-1.0 -q videotestsrc ! video/x-raw,width=640,height=360,framerate=5/1 ! waylandsink")
    }

    /// Lets the windows come that wait.
    public func go() throws { try Data().write(to: URL(fileURLWithPath: directory + "/go")) }

    @discardableResult
    public func message(_ arguments: String...) throws -> String {
        let (_, text) = try ChildProcess("swaymsg", arguments, environment: environment).finish()
        return text
    }

    /// What swaymsg says of the container for which `isIt` holds.
    public func container(where isIt: ([String: Any]) -> Bool) throws -> [String: Any]? {
        let text = try message("-t", "get_tree", "-r")
        return TreeReader.find(in: try JSONSerialization.jsonObject(with: Data(text.utf8)), where: isIt)
    }

    public func container(pid: Int32) throws -> [String: Any]? { try container { $0["pid"] as? Int == Int(pid) } }

    public func container(window: UInt32) throws -> [String: Any]? {
        try container { $0["window"] as? Int == Int(window) }
    }

    /// "WIDTHxHEIGHT+X+Y" of a container.
    public static func place(_ container: [String: Any]) -> String {
        let rect = container["rect"] as? [String: Any] ?? [:]
        func part(_ name: String) -> String { (rect[name] as? Int).map(String.init) ?? "?" }
        return "\(part("width"))x\(part("height"))+\(part("x"))+\(part("y"))"
    }
}
