import Foundation

/// An X server without a screen, and what independent tools see on it.
public final class XDisplay: Sendable {
    public let name: String
    /// Given to every program that is to find this display.
    public let environment: [String: String]
    private let server: ChildProcess
    /// For what the programs keep.
    private let directory: String
    /// What is on the screen now.
    public let screen: ScreenBuffer

    public init(width: Int = 1280, height: Int = 720) throws {
        directory = NSTemporaryDirectory() + "mediad-display-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let server = try ChildProcess(
            "Xvfb",
            [
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset", "-fbdir",
                directory,
            ])
        var number: String?
        while number == nil {
            let line = try server.line()
            if !line.isEmpty, line.allSatisfy(\.isNumber) { number = line }
        }
        self.server = server
        name = ":\(number ?? "")"
        screen = try ScreenBuffer("\(directory)/Xvfb_screen0")
        environment = ["DISPLAY": name, "HOME": directory, "XDG_RUNTIME_DIR": directory]
    }

    deinit {
        server.kill()
        try? FileManager.default.removeItem(atPath: directory)
    }

    public func crash() { server.kill() }

    /// Starts a window manager and waits until it is there.
    public func startManager(_ name: String, _ arguments: [String] = []) throws -> ChildProcess {
        let property = "_NET_SUPPORTING_WM_CHECK"
        // xprop watches no property that the server has never heard of.
        try run("xprop", "-root", "-f", property, "32c", "-set", property, "0")
        try run("xprop", "-root", "-remove", property)
        let watcher = try ChildProcess("xprop", ["-root", "-spy", property], environment: environment)
        _ = try watcher.line()
        // openbox says that it is there before it listens, and loses what it is asked meanwhile.
        let startup = name == "openbox" ? ["--startup", "echo ready"] : []
        let manager = try ChildProcess(name, arguments + startup, environment: environment)
        while !(try watcher.line()).contains("window id") {}
        while !startup.isEmpty, try manager.line() != "ready" {}
        return manager
    }

    /// i3 with a configuration of its own.
    public func startI3(_ configuration: String = "") throws -> ChildProcess {
        let path = directory + "/i3.conf"
        let text = "# i3 config file (v4)\nfont pango:monospace 8\nipc-socket \(directory)/i3.sock\n\(configuration)\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try startManager("i3", ["-c", path])
    }

    /// What a tool writes; empty when it fails.
    @discardableResult
    public func run(_ tool: String, _ arguments: String...) throws -> String {
        let (status, text) = try ChildProcess(tool, arguments, environment: environment).finish()
        return status == 0 ? text : ""
    }

    /// The window of a program that is on the screen.
    ///
    /// Waits for it, and searches again when xdotool fails: it does whenever a window disappears while it looks through
    /// all of them, and window managers have many that come and go.
    public func window(ofClass name: String) throws -> UInt32 {
        let deadline = Deadline(in: .seconds(10))
        while deadline.remaining > 0 {
            let found = try run("xdotool", "search", "--sync", "--onlyvisible", "--class", name)
            if let id = found.split(whereSeparator: \.isWhitespace).first.flatMap({ UInt32($0) }) { return id }
        }
        throw Deadline.Missed("a window of the class \(name)")
    }

    /// A property of a window (0: the root), as xprop prints its value.
    public func property(_ name: String, of window: UInt32) throws -> String {
        let text =
            try window == 0 ? run("xprop", "-root", name) : run("xprop", "-id", String(window), name)
        guard let start = text.firstIndex(where: { $0 == "=" || $0 == "#" }) else { return "" }
        return text[text.index(after: start)...].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    public func states(of window: UInt32) throws -> Set<String> {
        Set(
            try property("_NET_WM_STATE", of: window).split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces).replacing("_NET_WM_STATE_", with: "")
            })
    }

    /// "WIDTHxHEIGHT+X+Y" of the picture, as xwininfo has it.
    public func geometry(of window: UInt32) throws -> String {
        let lines = try run("xwininfo", "-id", String(window)).split(separator: "\n")
        func value(_ label: String) -> String {
            lines.first { $0.contains(label) }?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "?"
        }
        let place = "+" + value("Absolute upper-left X") + "+" + value("Absolute upper-left Y")
        return value("Width:") + "x" + value("Height:") + place
    }

    public func isViewable(_ window: UInt32) throws -> Bool {
        try run("xwininfo", "-id", String(window)).contains("IsViewable")
    }

    /// Waits until the window manager has let go of a window that was taken from the screen, and sees that it is not there.
    public func waitUntilHidden(_ window: UInt32) throws {
        let deadline = Deadline(in: .seconds(10))
        // The manager changes the property after it has seen that the window was taken away.
        let watcher = try ChildProcess(
            "xprop", ["-id", String(window), "-spy", "WM_STATE"], environment: environment)
        defer { watcher.kill() }
        repeat {
            _ = try watcher.line(within: Double(deadline.remaining) / 1_000)
        } while try isViewable(window) || !["", "Withdrawn"].contains(wmState(of: window))
    }

    /// What the window manager says of a window in WM_STATE, in its first word: "Normal", "Iconic", "Withdrawn", or nothing.
    private func wmState(of window: UInt32) throws -> String {
        let words = try run("xprop", "-id", String(window), "WM_STATE").split(whereSeparator: \.isWhitespace)
        guard let label = words.firstIndex(of: "state:"), words.indices.contains(label + 1) else { return "" }
        return String(words[label + 1])
    }
}
