internal import DBusKit
internal import PlayerCore

/// The content of a prompt for a notification server with certain capabilities.
struct NotificationContent: Hashable {
    /// The maximum length of the title in UTF-8 bytes.
    static let longestTitle = 200
    /// The maximum length of a line of the body in UTF-8 bytes.
    static let longestLine = 400
    /// The maximum length of a button in UTF-8 bytes.
    static let longestButton = 60

    private let prompt: Prompt
    private let subject: Prompt.Subject
    private let capabilities: Set<String>

    init(_ prompt: Prompt, _ subject: Prompt.Subject, _ capabilities: Set<String>) {
        self.prompt = prompt
        self.subject = subject
        self.capabilities = capabilities
    }

    /// The arguments of `Notify`.
    ///
    /// - Parameter id: the number of the notification to replace.
    func arguments(replacing id: UInt32?) -> [DBusValue] {
        [
            "mediad", .uint32(id ?? 0), .string(picture ?? "multimedia-player"), .string(summary), .string(body),
            .strings(actions),
            .properties(hints), .int32(subject.waitsForAnswer ? 0 : -1),
        ]
    }

    private var title: String { Self.line(prompt.title, Self.longestTitle) }

    /// The lines of the body. Without buttons, they include the equivalent commands.
    private var lines: [String] {
        var lines = prompt.lines
        if !hasButtons {
            lines += prompt.buttons.filter { !$0.line.isEmpty }.map { "\($0.title): \($0.line)" }
        }
        return lines.map { Self.line($0, Self.longestLine) }
    }

    /// The summary, which never contains markup.
    private var summary: String {
        capabilities.contains("body") ? title : ([title] + lines).joined(separator: " – ")
    }

    private var body: String {
        guard capabilities.contains("body") else { return "" }
        let text = lines.joined(separator: "\n")
        return capabilities.contains("body-markup") ? Self.escaped(text) : text
    }

    private var hasButtons: Bool { capabilities.contains("actions") }

    /// Alternating keys and titles.
    private var actions: [String] {
        guard hasButtons else { return [] }
        let titles = prompt.buttons.map { Self.line($0.title, Self.longestButton) }
        let buttons = titles.enumerated().flatMap { ["\(prompt.number).\($0.offset)", $0.element] }
        return isClickable ? [Self.click, titles[0]] + buttons : buttons
    }

    private var hints: [String: DBusValue] {
        var hints: [String: DBusValue] = [
            "urgency": .byte(subject == .actions ? 0 : 1), "desktop-entry": "mediad",
            // A notification that waits for an answer is useless in a list of missed notifications.
            "transient": .boolean(subject.waitsForAnswer), "resident": .boolean(subject.takesSeveralAnswers),
            // The notification must not interrupt the media.
            "suppress-sound": true,
        ]
        if let picture { hints["image-path"] = .string(picture) }
        return hints
    }

    /// Also used as the icon: swaync accepts no URI for an image.
    private var picture: String? {
        guard let picture = prompt.picture, picture.utf8.count <= ClientAction.longestIcon,
            !capabilities.isDisjoint(with: ["icon-static", "icon-multi", "body-images"])
        else { return nil }
        return picture
    }

    /// The key of a click on the notification itself.
    static let click = "default"

    /// Whether a click on the notification itself has an effect; dunst and mako show no buttons.
    private var isClickable: Bool { prompt.mainButton(subject) != nil }

    /// The prompt and the button of a key; nil if the key is not from mediad.
    static func button(_ key: String) -> (number: UInt64, index: Int)? {
        let parts = key.utf8.count <= 40 ? key.split(separator: ".") : []
        guard parts.count == 2, let number = UInt64(parts[0]), let index = Int(parts[1]) else { return nil }
        return (number, index)
    }

    /// Replaces line breaks and control characters by spaces, and leaves out what changes the direction of writing.
    private static func line(_ text: String, _ longest: Int) -> String {
        let cut = text.utf8.count > longest
        let kept = cut ? text.cut(toBytes: longest - 3) + "…" : text
        return String(
            String.UnicodeScalarView(
                kept.unicodeScalars.compactMap { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    case .format where Self.overridesDirection(scalar): nil
                    default: scalar
                    }
                }))
    }

    /// Embeddings, overrides and isolates (UAX #9, 2.1 to 2.4): a title could write over the words around it.
    private static func overridesDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Escapes text for the markup of the body.
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
