/// The keys of the window, as they are displayed.
public struct KeysCard: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var sign: String
        public var text: String

        public init(sign: String, text: String) {
            self.sign = sign
            self.text = text
        }
    }

    public var rows: [Row]

    public init(rows: [Row]) { self.rows = rows }

    /// All keys of the window.
    public init(_ language: Words.Language) {
        rows = WindowKeyList.lines.map { Row(sign: $0.sign, text: $0.text(language)) }
    }
}
