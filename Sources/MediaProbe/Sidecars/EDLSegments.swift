internal import PlayerCore

/// Reads Kodi's edit decision lists (kodi.wiki, "Edit decision list"), which include MPlayer's: lines of `start end
/// action`, or `time 2` for a scene marker. `##` begins a comment; fields after the action are ignored.
///
/// Times are seconds, `H:MM:SS.sss`, or frames (`#127`), which require the item's frame rate.
enum EDLSegments {
    private enum Unreadable: Error {
        case time(Substring)
        case needsFrameRate
    }

    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        let lines = text.lines
        if lines.first?.hasPrefix("# mpv EDL") == true {
            notes.note("it is an edit decision list of mpv, not of Kodi")
            return
        }
        for (index, line) in lines.enumerated() {
            let fields = line.split(maxSplits: 3) { $0.isWhitespace || $0 == "\0" }
            guard let first = fields.first, !first.hasPrefix("##") else { continue }
            guard fields.count > 1 else {
                notes.note("it has one field instead of 'start end action'", line: index + 1)
                continue
            }
            do throws(Unreadable) {
                guard try read(fields, line: index + 1, into: &notes) else { break }
            } catch {
                switch error {
                case .time(let field): notes.note("\(notes.quoted(field)) is not a time", line: index + 1)
                case .needsFrameRate:
                    notes.note("it counts frames, but the frame rate of the item is unknown", line: index + 1)
                }
            }
        }
        notes.sort()
    }

    /// False when the maximum is reached.
    private static func read(
        _ fields: [Substring], line: Int, into notes: inout SidecarNotes
    ) throws(Unreadable) -> Bool {
        // A scene marker is at the second time (Kodi); with two fields there is only one.
        let isPair = fields.count == 2
        let action = fields[isPair ? 1 : 2]
        let start = try time(fields[0], frameRate: notes.frameRate)
        let end = isPair ? start : try time(fields[1], frameRate: notes.frameRate)
        if action == "2" { return notes.add(Chapter(start: end)) }
        guard !isPair else {
            notes.note("it has two fields, but is not a scene marker ('time 2')", line: line)
            return true
        }
        guard let kind = kinds[action] else {
            notes.note("\(notes.quoted(action)) is not an action (0 cut, 1 mute, 2 scene, 3 advertisement)", line: line)
            return true
        }
        return notes.add(SegmentProposal(start: start, end: end, kind: kind.rawValue, source: notes.source))
    }

    private static let kinds: [Substring: SegmentKind] = ["0": .blocked, "1": .mute, "3": .advertisement]

    private static func time(_ field: Substring, frameRate: Double?) throws(Unreadable) -> MediaTime {
        if field.first == "#" {
            guard let frameRate else { throw .needsFrameRate }
            guard let frame = Int64(field.dropFirst()), let time = MediaTime(frame: Double(frame), rate: frameRate)
            else { throw .time(field) }
            return time
        }
        // Whether a negative time is valid is decided by callers that know the item.
        if field.first == "-", let time = MediaTime(clock: field.dropFirst()) { return .zero - time }
        if let time = MediaTime(clock: field) { return time }
        guard field.utf8.count <= 64, let seconds = Double(field), let time = MediaTime(seconds: seconds) else {
            throw .time(field)
        }
        return time
    }
}
