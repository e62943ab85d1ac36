import DBusKit
import Foundation
import TestSupport

/// Long files that cost nothing to make or to decode.
enum Silence {
    /// A WAV file of 8 bits at 8 kHz.
    ///
    /// - Parameter value: of every sample, 128 being none: files of another value are other files.
    /// - Returns: its `file:` URI.
    static func write(seconds: Int, as name: String, in sandbox: Sandbox, value: UInt8 = 128) throws -> String {
        let rate = 8_000
        let count = seconds * rate
        var bytes = Data("RIFF".utf8)
        func append(_ number: Int, bytes size: Int) {
            for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
        append(36 + count, bytes: 4)
        bytes += Data("WAVEfmt ".utf8)
        append(16, bytes: 4)
        for (number, size) in [(1, 2), (1, 2), (rate, 4), (rate, 4), (1, 2), (8, 2)] { append(number, bytes: size) }
        bytes += Data("data".utf8)
        append(count, bytes: 4)
        bytes += Data(repeating: value, count: count)
        let path = "\(sandbox.directory)/\(name)"
        try bytes.write(to: URL(fileURLWithPath: path))
        return URL(fileURLWithPath: path).absoluteString
    }
}

extension Stage {
    /// Seeks in the current item, and waits until it is there.
    func seek(to seconds: Double) throws {
        try remote.wait("something to seek in") { remote.value(.player, "CanSeek")?.asBool == true }
        try remote.forget()
        try remote.call(.player, "SetPosition", [.objectPath(remote.track), .int64(Int64(seconds * 1e6))])
        try remote.wait("the seek") {
            remote.signals("Seeked").contains { $0.arguments.first?.asInt64 ?? 0 >= Int64(seconds * 1e6) }
        }
    }
}
