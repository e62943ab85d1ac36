import Glibc

/// A program that runs beside a test; ends when dropped.
public final class BackgroundTool {
    private let process: ChildProcess

    public init(_ name: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        process = try Tool.start(name, arguments, environment: environment)
    }

    /// Whether it did not end or crash.
    public var isRunning: Bool { process.isRunning }

    /// Ends it and waits for that.
    public func stop() { process.stop() }

    /// The next line of its output, waiting for it; nil at the end.
    public func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(process.output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
