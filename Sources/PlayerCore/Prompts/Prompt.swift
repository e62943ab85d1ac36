/// Something that people are asked or told while they may have no window to see it in.
public struct Prompt: Hashable, Sendable {
    /// What it is about. There is at most one of each.
    public enum Subject: Int, Hashable, Sendable, CaseIterable {
        case stillWatching, proposal, offer, actions, failure
    }

    /// What can be pressed.
    public struct Button: Hashable, Sendable {
        public var title: String
        /// What pressing it does, as a person.
        public var command: PlayerCommand
        /// What does the same in a terminal.
        public var line: String

        public init(_ title: String, _ command: PlayerCommand, line: String) {
            self.title = title
            self.command = command
            self.line = line
        }
    }

    /// Of what is asked: an answer to an earlier one is no answer to this. The words may change meanwhile.
    public internal(set) var number: UInt64 = 0
    public var title: String
    /// What stands below the title.
    public var lines: [String] = []
    public var buttons: [Button] = []
    /// A `file:` URI, or the name of an icon.
    public var picture: String?

    public init(title: String) { self.title = title }

    /// What most people want; where there is a single button, that.
    public func mainButton(_ subject: Subject) -> Button? {
        subject.hasMainButton || buttons.count == 1 && subject == .actions ? buttons.first : nil
    }
}

extension Prompt.Subject {
    /// Whether it waits for an answer until it is taken back; else it is news that may go by itself.
    public var waitsForAnswer: Bool { self != .failure }
    /// Whether the first button is what most people want: servers that draw no buttons have a click on the prompt do it.
    public var hasMainButton: Bool {
        switch self {
        case .stillWatching, .proposal, .offer: true
        case .actions, .failure: false
        }
    }
    /// Whether it may be answered more than once.
    public var takesSeveralAnswers: Bool { self == .actions }
}

/// When people are prompted by other means than the window.
public enum PromptMode: String, Hashable, Sendable, CaseIterable {
    /// Unless a window that can be seen shows the same.
    case withoutWindow = "without-window"
    case always
    case never
}
