/// A question or message for people who may have no window to see it in.
public struct Prompt: Hashable, Sendable {
    /// The subject of a prompt. There is at most one prompt for each.
    public enum Subject: Int, Hashable, Sendable, CaseIterable {
        case stillWatching, proposal, offer, actions, failure
    }

    /// A button of the prompt.
    public struct Button: Hashable, Sendable {
        public var title: String
        /// The command that pressing the button gives, as a person.
        public var command: PlayerCommand
        /// The command line that does the same in a terminal.
        public var line: String

        public init(_ title: String, _ command: PlayerCommand, line: String) {
            self.title = title
            self.command = command
            self.line = line
        }
    }

    /// The number of the question: an answer to an earlier question does not answer this one. The text may change
    /// meanwhile.
    public internal(set) var number: UInt64 = 0
    public var title: String
    /// The text below the title.
    public var lines: [String] = []
    public var buttons: [Button] = []
    /// A `file:` URI, or an icon name.
    public var picture: String?

    public init(title: String) { self.title = title }

    /// Returns the most likely answer; for actions, the only button.
    public func mainButton(_ subject: Subject) -> Button? {
        subject.hasMainButton || buttons.count == 1 && subject == .actions ? buttons.first : nil
    }
}

extension Prompt.Subject {
    /// Whether the prompt waits for an answer until it is withdrawn. Otherwise it is a message that may expire.
    public var waitsForAnswer: Bool { self != .failure }
    /// Whether the first button is the most likely answer, so that a click on the prompt means it on servers without
    /// buttons.
    public var hasMainButton: Bool {
        switch self {
        case .stillWatching, .proposal, .offer: true
        case .actions, .failure: false
        }
    }
    /// Whether it may be answered more than once.
    public var takesSeveralAnswers: Bool { self == .actions }
}

/// When prompts are shown apart from the window.
public enum PromptMode: String, Hashable, Sendable, CaseIterable {
    /// Unless a visible window shows the same.
    case withoutWindow = "without-window"
    case always
    case never
}
