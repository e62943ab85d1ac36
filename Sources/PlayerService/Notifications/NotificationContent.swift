internal import DBusKit
internal import PlayerCore

/// A prompt as a notification server with these capabilities can show it.
struct NotificationContent: Hashable {
    /// UTF-8 bytes of the title.
    static let longestTitle = 200
    /// UTF-8 bytes of each line below it.
    static let longestLine = 400
    /// UTF-8 bytes of a button.
    static let longestButton = 60

    private let prompt: Prompt
    private let subject: Prompt.Subject
    private let capabilities: Set<String>

    init(_ prompt: Prompt, _ subject: Prompt.Subject, _ capabilities: Set<String>) {
        self.prompt = prompt
        self.subject = subject
        self.capabilities = capabilities
    }

    /// Those of `Notify`.
    ///
    /// - Parameter id: of the notification whose place it takes.
    func arguments(replacing id: UInt32?) -> [DBusValue] {
        [
            "mediad", .uint32(id ?? 0), .string(picture ?? "multimedia-player"), .string(summary), .string(body),
            .strings(actions),
            .properties(hints), .int32(subject.waitsForAnswer ? 0 : -1),
        ]
    }

    private var title: String { Self.line(prompt.title, Self.longestTitle) }

    /// Where there are no buttons, the commands that do the same stand in their place.
    private var lines: [String] {
        var lines = prompt.lines
        if !hasButtons {
            lines += prompt.buttons.filter { !$0.line.isEmpty }.map { "\($0.title): \($0.line)" }
        }
        return lines.map { Self.line($0, Self.longestLine) }
    }

    /// Never has markup.
    private var summary: String {
        capabilities.contains("body") ? title : ([title] + lines).joined(separator: " – ")
    }

    private var body: String {
        guard capabilities.contains("body") else { return "" }
        let text = lines.joined(separator: "\n")
        return capabilities.contains("body-markup") ? Self.escaped(text) : text
    }

    private var hasButtons: Bool { capabilities.contains("actions") }

    /// Keys and titles by turns.
    private var actions: [String] {
        guard hasButtons else { return [] }
        let titles = prompt.buttons.map { Self.line($0.title, Self.longestButton) }
        let buttons = titles.enumerated().flatMap { ["\(prompt.number).\($0.offset)", $0.element] }
        return isClickable ? [Self.click, titles[0]] + buttons : buttons
    }

    private var hints: [String: DBusValue] {
        var hints: [String: DBusValue] = [
            "urgency": .byte(subject == .actions ? 0 : 1), "desktop-entry": "mediad",
            // It is of no use in a list of what one missed.
            "transient": .boolean(subject.waitsForAnswer), "resident": .boolean(subject.takesSeveralAnswers),
            // Something plays.
            "suppress-sound": true,
        ]
        if let picture { hints["image-path"] = .string(picture) }
        return hints
    }

    /// Given as the icon as well: swaync takes no address for an image.
    private var picture: String? {
        guard let picture = prompt.picture, picture.utf8.count <= ClientAction.longestIcon,
            !capabilities.isDisjoint(with: ["icon-static", "icon-multi", "body-images"])
        else { return nil }
        return picture
    }

    /// The key of a click on the notification itself.
    static let click = "default"

    /// Whether a click on the notification itself does something; dunst and mako draw no buttons.
    private var isClickable: Bool { prompt.mainButton(subject) != nil }

    /// The prompt and the button that a key stands for; nil for what is no key of ours.
    static func button(_ key: String) -> (number: UInt64, index: Int)? {
        let parts = key.utf8.count <= 40 ? key.split(separator: ".") : []
        guard parts.count == 2, let number = UInt64(parts[0]), let index = Int(parts[1]) else { return nil }
        return (number, index)
    }

    /// What ends a line or steers a terminal is a space.
    private static func line(_ text: String, _ longest: Int) -> String {
        let cut = text.utf8.count > longest
        let kept = cut ? text.cut(toBytes: longest - 3) + "…" : text
        return String(
            String.UnicodeScalarView(
                kept.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }))
    }

    /// As text in the markup that bodies may have.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
