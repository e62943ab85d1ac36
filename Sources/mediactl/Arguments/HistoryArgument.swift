/// One thing that was played: its number in the listing, or where it is.
enum HistoryArgument: Hashable {
    /// From 1.
    case number(UInt32)
    case uri(String)

    /// Nil for what is named otherwise.
    var number: UInt32? {
        if case .number(let number) = self { number } else { nil }
    }

    /// - Throws: `Failure` for what is neither.
    init(_ text: String) throws(Failure) {
        guard !text.isEmpty else { throw Failure(.notFound, "'' is no file: name a file or a URI, or give a number") }
        if Self.isNumber(text) {
            // A larger one is behind every end too.
            self = .number(UInt32(text) ?? .max)
            return
        }
        let path = MediaArguments.path(text)
        // As where something is played: a file may be called what looks like a URI. What is gone can be forgotten still.
        if URIText.isURI(text), path.kind == .missing {
            self = .uri(URIText.localPath(text)?.uri ?? URIText.escaped(text))
        } else {
            self = .uri(path.uri)
        }
    }

    /// Why a text can never be one; nil if it may be.
    static func problem(with text: String) -> String? {
        isNumber(text) && UInt32(text) == 0
            ? "Entries are numbered from 1; a file of that name is ./\(text)." : nil
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
