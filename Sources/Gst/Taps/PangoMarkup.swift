/// The markup of subtitles from GStreamer.
enum PangoMarkup {
    private static let kept: Set<Substring> = ["i", "b", "u", "/i", "/b", "/u"]
    private static let entities: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'",
    ]

    /// Removes markup except italic, bold and underline, and replaces entities by their characters.
    static func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<next]
            let isTag = rest[next] == "<"
            let inside = rest[rest.index(after: next)...]
            guard let end = inside.firstIndex(of: isTag ? ">" : ";") else {
                result += rest[next...]
                return result
            }
            let word = inside[..<end]
            if isTag {
                if kept.contains(word) { result += "<\(word)>" }
            } else if let character = entities[word] {
                result.append(character)
            } else {
                result += "&\(word);"
            }
            rest = inside[inside.index(after: end)...]
        }
        return result + rest
    }
}
