internal import PlayerCore

/// Reads a reply of SponsorBlock's server about one video (wiki.sponsor.ajay.app, "API Docs", `GET
/// /api/skipSegments`): a list of `{ "segment": [start, end], "category": …, "actionType": …, "UUID": …,
/// "description": … }`, in seconds.
enum SponsorBlockSegments {
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        guard let root = notes.json(text) else { return }
        guard case .array(let entries) = root else {
            notes.note("it is not a list of segments")
            return
        }
        notes.readObjects(entries) { object, notes in read(&object, into: &notes) }
        notes.sort()
    }

    /// False when the maximum is reached.
    private static func read(_ object: inout JSONObject, into notes: inout SidecarNotes) -> Bool {
        // Older replies have no actionType: everything was to be skipped.
        let category = object.string("category") ?? ""
        let action = object.string("actionType") ?? "skip"
        if action == "full" {
            notes.note("\(notes.quoted(category)) applies to the whole video and is ignored", at: object.place)
            return true
        }
        guard let (start, end) = times(&object) else { return true }
        let id = object.string("UUID").flatMap { notes.text($0) }
        let title = object.string("description").flatMap { notes.text($0) }
        switch (action, category) {
        case ("poi", _), (_, "poi_highlight"):
            return notes.add(
                Chapter(start: start, titles: title.map { notes.titles($0) } ?? [highlight], id: id))
        case ("chapter", _), (_, "chapter"):
            return notes.add(
                Chapter(start: start, end: end >= start ? end : nil, titles: notes.titles(title ?? ""), id: id))
        case ("mute", _), ("skip", _):
            guard let kind = action == "mute" ? SegmentKind.mute : SponsorBlockCategory.kind(of: category) else {
                object.note("\(notes.quoted(category)) is not a category", "category")
                return true
            }
            return notes.add(
                SegmentProposal(
                    start: start, end: end, kind: kind.rawValue, id: id, title: title, source: notes.source))
        default:
            object.note("\(notes.quoted(action)) is not an action", "actionType")
            return true
        }
    }

    /// The name that SponsorBlock's players use; it has no description.
    private static let highlight = ChapterTitle("Highlight", language: "en")

    private static func times(_ object: inout JSONObject) -> (start: MediaTime, end: MediaTime)? {
        guard case .array(let values)? = object.members["segment"], values.count == 2,
            let start = JSONObject.time(values[0]), let end = JSONObject.time(values[1])
        else {
            object.note("it is not a pair of times", "segment")
            return nil
        }
        return (start, end)
    }
}
