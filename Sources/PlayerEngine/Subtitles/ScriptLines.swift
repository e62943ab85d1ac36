internal import CAss
internal import Glibc

/// The lines of a script inside libass.
///
/// `@unchecked Sendable`: the track is used only under the lock of its `SubtitleScript`.
struct ScriptLines: @unchecked Sendable {
    private let track: UnsafeMutablePointer<CASS_Track>

    /// - Parameter track: an `ASS_Track`.
    init(_ track: OpaquePointer) { self.track = UnsafeMutablePointer(track) }

    private var events: UnsafeMutableBufferPointer<ASS_Event> {
        UnsafeMutableBufferPointer(start: track.pointee.events, count: max(0, Int(track.pointee.n_events)))
    }

    /// The indices of the lines that are shown at a time, ascending.
    func shown(atMilliseconds time: Int64) -> [Int] {
        let events = events
        return events.indices.filter { index in
            let (start, duration) = (events[index].Start, events[index].Duration)
            return start <= time && time.subtractingReportingOverflow(start).partialValue < duration
        }
    }

    /// Hides all lines behind one while something is done.
    func with<Result>(linesThrough last: Int, _ body: () -> Result) -> Result {
        let count = track.pointee.n_events
        track.pointee.n_events = min(count, Int32(clamping: last + 1))
        defer { track.pointee.n_events = count }
        return body()
    }

    /// Reduces a line to its words.
    func makePlain(_ index: Int) {
        guard events.indices.contains(index), let text = events[index].Text else { return }
        let plain = Self.plain(UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })
        // It is never longer.
        for (offset, byte) in (plain + [0]).enumerated() { text[offset] = CChar(bitPattern: byte) }
    }

    /// What lines are judged by, which is the same for all of a script.
    struct Styles {
        fileprivate let all: [LineCost.Measures]
        fileprivate let largest: LineCost.Measures
    }

    /// The styles of the script.
    var styles: Styles {
        let all = UnsafeMutableBufferPointer(start: track.pointee.styles, count: max(0, Int(track.pointee.n_styles)))
            .map { LineCost.Measures($0) }
        var largest = LineCost.Measures()
        for style in all { largest.merge(style) }
        return Styles(all: all, largest: largest)
    }

    /// What a line costs at most in a picture of so many lines of pixels, see ``LineCost/passes(scale:)``.
    func cost(of index: Int, height: Int, _ styles: Styles) -> Double {
        guard events.indices.contains(index), let text = events[index].Text else { return 0 }
        let style = Int(events[index].Style)
        let cost = LineCost(
            UnsafeBufferPointer(start: text, count: strlen(text)),
            style: styles.all.indices.contains(style) ? styles.all[style] : styles.largest, others: styles.largest)
        // A script without a size has libass's own.
        let lines = track.pointee.PlayResY > 0 ? track.pointee.PlayResY : 288
        return cost.passes(scale: Double(height) / Double(lines))
    }

    /// Leaves a line without words.
    func makeEmpty(_ index: Int) {
        guard events.indices.contains(index) else { return }
        events[index].Text?.pointee = 0
    }

    /// The words of a line without what is in braces, and without its drawings (`\p1`).
    ///
    /// Source: https://aegisub.org/docs/latest/ass_tags/
    static func plain(_ text: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var tags: [UInt8] = []
        var (isTag, isDrawing) = (false, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "{") where !isTag: (isTag, tags) = (true, [])
            case UInt8(ascii: "}") where isTag:
                isTag = false
                if let digit = drawing(in: tags) { isDrawing = digit != UInt8(ascii: "0") }
            default:
                if isTag { tags.append(byte) } else if !isDrawing { plain.append(byte) }
            }
        }
        return plain
    }

    /// The first digit behind the last `\p` of tags.
    private static func drawing(in tags: [UInt8]) -> UInt8? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let found = tags.indices.dropLast(2).last { index in
            Array(tags[index...index + 1]) == Array("\\p".utf8) && digits.contains(tags[index + 2])
        }
        return found.map { tags[$0 + 2] }
    }
}
