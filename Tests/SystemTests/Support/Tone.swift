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
        var once: [UInt8] = []
        for index in 0..<turn {
            let sample = Int16(20_000 * sin(2 * Double.pi * Double(index) / Double(turn)))
            for _ in 0..<2 { withUnsafeBytes(of: sample.littleEndian) { once.append(contentsOf: $0) } }
        }
        let samples = (0..<(seconds * frequency)).flatMap { _ in once }
        let bytes = Data(WaveFile.bytes(rate: rate, channels: 2, bits: 16, data: samples))
        let path = "\(sandbox.directory)/\(name)"
        try bytes.write(to: URL(fileURLWithPath: path))
        return URL(fileURLWithPath: path).absoluteString
    }
}
