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
        let samples = [UInt8](repeating: value, count: seconds * 8_000)
        let bytes = Data(WaveFile.bytes(rate: 8_000, channels: 1, bits: 8, data: samples))
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
