import Foundation
import TestSupport
import Testing

/// Sound and pictures leave together, item after item.
@Suite(.system, .needs("dbus-daemon", "ffmpeg"))
struct SyncTests {
    private static let count = 20
    /// Each item has a beep and a white frame at 0.48 s; the tracks differ in length by up to 80 ms. Both sinks write into
    /// pipes at the time at which they would be heard and seen.
    @Test func unevenItemsStayTogether() throws {
        let sandbox = try Sandbox()
        let folder = "\(sandbox.directory)/uneven"
        try Fixtures.copyUneven(Self.count, to: folder)
        let piped = try PipedStage(in: sandbox)
        let stage = piped.stage
        defer { stage.close() }
        let uris = (1...Self.count).map { "\(folder)/\(String(format: "%03d", $0)).mkv" }
        try stage.remote.replace(uris)
        try stage.remote.wait("the last item", within: 60) { stage.remote.index == Self.count - 1 }
        try stage.remote.wait("the end", within: 30) { stage.remote.status == "Stopped" }
        #expect(stage.remote.signals("ItemFailed").isEmpty)

        let beeps = Self.beeps(piped.sound.state.current)
        let flashes = Self.flashes(piped.pictures.state.current)
        #expect(beeps.count == Self.count)
        #expect(flashes.count == Self.count)
        guard beeps.count == flashes.count else { return }
        let differences = zip(beeps, flashes).map { ($0 - $1) * 1000 }
        print("sound after picture, ms:", differences.map { String(format: "%.1f", $0) }.joined(separator: " "))
        for (index, difference) in differences.enumerated() {
            #expect(abs(difference) <= 40, "item \(index + 1)")
        }
        stage.daemon.finish()
    }

    /// When each beep began.
    private static func beeps(_ state: StreamReader.State) -> [Double] {
        // A buffer may be read in several pieces: what came together was written together.
        var buffers: [StreamReader.Piece] = []
        for piece in state.pieces {
            if let last = buffers.last, piece.at - last.at < 0.003 {
                buffers[buffers.count - 1].count += piece.count
            } else {
                buffers.append(piece)
            }
        }
        var onsets: [Double] = []
        var lastLoud = -1.0
        for buffer in buffers {
            for offset in stride(from: 0, to: buffer.count - 1, by: 2) {
                let index = buffer.offset + offset
                let sample = Int16(bitPattern: UInt16(state.bytes[index]) | UInt16(state.bytes[index + 1]) << 8)
                guard abs(Int(sample)) > 1_000 else { continue }
                let time = buffer.at + Double(offset) / 96_000
                if time - lastLoud > 0.3 { onsets.append(time) }
                lastLoud = time
            }
        }
        return onsets
    }

    /// When each white frame was shown.
    private static func flashes(_ state: StreamReader.State) -> [Double] {
        let size = PipedStage.frame.width * PipedStage.frame.height
        var times: [Double] = []
        var pieces = state.pieces[...]
        for start in stride(from: 0, through: state.bytes.count - size, by: size) {
            while let piece = pieces.first, piece.offset + piece.count < start + size { pieces.removeFirst() }
            let mean = state.bytes[start..<start + size].reduce(0) { $0 + Int($1) } / size
            if mean > 128, let piece = pieces.first { times.append(piece.at) }
        }
        return times
    }
}
