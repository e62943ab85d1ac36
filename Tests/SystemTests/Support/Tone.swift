import Foundation
import TestSupport

/// Long tones that cost nothing to make or to decode.
enum Tone {
    /// A WAV file of 16 bits and two channels at 48 kHz.
    ///
    /// - Parameter frequency: divides 48,000, so that one turn is repeated.
    /// - Returns: its `file:` URI.
    static func write(_ frequency: Int, seconds: Int, as name: String, in sandbox: Sandbox) throws -> String {
        let rate = 48_000
        let turn = rate / frequency
        var data = Data()
        for index in 0..<turn {
            let sample = Int16(20_000 * sin(2 * Double.pi * Double(index) / Double(turn)))
            for _ in 0..<2 { withUnsafeBytes(of: sample.littleEndian) { data.append(contentsOf: $0) } }
        }
        let size = seconds * rate * 4
        var bytes = Data("RIFF".utf8)
        func append(_ number: Int, bytes count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
        append(36 + size, bytes: 4)
        bytes += Data("WAVEfmt ".utf8)
        append(16, bytes: 4)
        for (number, count) in [(1, 2), (2, 2), (rate, 4), (rate * 4, 4), (4, 2), (16, 2)] {
            append(number, bytes: count)
        }
        bytes += Data("data".utf8)
        append(size, bytes: 4)
        for _ in 0..<(seconds * frequency) { bytes += data }
        let path = "\(sandbox.directory)/\(name)"
        try bytes.write(to: URL(fileURLWithPath: path))
        return URL(fileURLWithPath: path).absoluteString
    }
}
