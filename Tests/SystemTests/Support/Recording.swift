import Foundation
import TestSupport

/// What a sound server's sink plays, from the moment this is made.
final class Recording {
    let rate: Int
    private let process: ChildProcess

    init(of sink: String = "rec", rate: Int, environment: [String: String]) throws {
        self.rate = rate
        process = try SoundServer.promptly(
            "parec",
            [
                "--device=\(sink).monitor", "--format=s16le", "--rate=\(rate)", "--channels=1", "--latency-msec=10",
                "--client-name=recorder",
            ], environment: environment)
        // From here on nothing is missed.
        let isRunning: Bool? = process.output.state.wait(seconds: 10) { $0.bytes.isEmpty ? nil : true }
        guard isRunning != nil else { throw Failure("parec records nothing: \(process.errors.text)") }
    }

    func stop() { process.stop() }

    var samples: [Int16] {
        let bytes = process.output.state.current.bytes
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    var count: Int { process.output.state.update { $0.bytes.count } / 2 }

    /// When a sample arrived: later than when it was played by what the recorder itself takes.
    func time(of sample: Int) -> Double {
        let pieces = process.output.state.current.pieces
        // A server's device is not as fast as its rate says: what arrived within a few seconds counts.
        let near = pieces.filter { abs($0.offset / 2 - sample) < Self.near * rate }
        // Reads come late by chance, never early: the earliest tell the true pace.
        let starts = (near.isEmpty ? pieces : near).map { $0.at - Double($0.offset + $0.count) / Double(2 * rate) }
        return (starts.min() ?? 0) + Double(sample) / Double(rate)
    }

    /// In seconds.
    private static let near = 2

    /// The first sample that arrived after a moment.
    func sample(at moment: Double) -> Int {
        // By the pace until then, the more so the second time.
        var sample = Int((moment - time(of: 0)) * Double(rate))
        for _ in 0..<2 { sample += Int((moment - time(of: sample)) * Double(rate)) }
        return max(0, sample)
    }

    /// Waits for sound that arrives after `moment`.
    ///
    /// - Returns: the index of its first sample.
    func waitForSound(after moment: Double, within seconds: Double) throws -> Int {
        let deadline = Moment.now + seconds
        while true {
            let samples = samples
            let first = min(sample(at: moment), samples.count)
            if let onset = samples[first...].firstIndex(where: { abs(Int($0)) > 300 }) { return onset }
            let seen = samples.count
            let more: Bool? = process.output.state.wait(seconds: max(0, deadline - Moment.now)) {
                $0.bytes.count / 2 > seen ? true : nil
            }
            guard more != nil, Moment.now < deadline else { throw Failure("no sound within \(seconds) s") }
        }
    }

    /// Waits until nothing has been heard for a while.
    func waitForSilence(of length: Double, within seconds: Double) throws {
        let deadline = Moment.now + seconds
        while Moment.now < deadline {
            let seen = count
            _ = process.output.state.wait(seconds: 1) { $0.bytes.count / 2 > seen ? true : nil }
            let tail = samples.suffix(Int(length * Double(rate)))
            if tail.allSatisfy({ abs(Int($0)) <= 300 }) { return }
        }
        throw Failure("it is not silent after \(seconds) s")
    }
}
