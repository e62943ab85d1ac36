internal import Gst
internal import MediaProbe
internal import PlayerCore
internal import Synchronization

/// The lines of a text track so far, selected or not: another selection requires no seek.
///
/// Streaming threads add lines, and the drawing thread reads them.
final class EmbeddedLines: Sendable {
    /// The maximum number of lines and bytes of a track; later lines are not shown.
    static let mostLines = 50_000
    static let mostBytes = 16 << 20

    private struct State {
        var format = LineTap.Format.text
        var lines: [LineTap.Line] = []
        var bytes = 0
        /// The known lines, which arrive again after each seek.
        var known: Set<Key> = []
        var script: SubtitleScript?
    }

    private struct Key: Hashable {
        var start: Int64
        var text: Int
    }

    private let state = Mutex(State())

    /// The script that draws the lines; nil until it was made.
    var script: SubtitleScript? { state.withLock { $0.script } }

    func begin(_ format: LineTap.Format) {
        state.withLock { state in
            guard state.lines.isEmpty else { return }
            state.format = format
        }
    }

    func add(_ line: LineTap.Line) {
        state.withLock { state in
            guard state.lines.count < Self.mostLines, state.bytes < Self.mostBytes,
                state.known.insert(Key(start: line.start, text: line.bytes.hashValue)).inserted
            else { return }
            state.lines.append(line)
            state.bytes += line.bytes.count
            if let script = state.script { Self.add(line, number: state.lines.count, state.format, to: script) }
        }
    }

    /// Makes the script, again if there is one; blocks while fonts are searched.
    func makeScript(fonts: FontFiles? = nil) throws(SubtitleFault) {
        let format = state.withLock { $0.format }
        let head: [UInt8]
        if case .ass(let own) = format { head = own } else { head = SubtitleText.head }
        let script = try SubtitleScript(head: head, fonts: fonts)
        state.withLock { state in
            for (number, line) in state.lines.enumerated() {
                Self.add(line, number: number + 1, state.format, to: script)
            }
            state.script = script
        }
    }

    private static func add(_ line: LineTap.Line, number: Int, _ format: LineTap.Format, to script: SubtitleScript) {
        let (start, duration) = (MediaTime(nanoseconds: line.start), MediaTime(nanoseconds: line.duration))
        if case .ass = format { return script.add(line.bytes, start: start, duration: duration) }
        let text = SubtitleText.line(String(decoding: line.bytes, as: UTF8.self))
        script.add(Array("\(number),0,Default,,0,0,0,,\(text)".utf8), start: start, duration: duration)
    }
}
