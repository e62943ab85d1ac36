/// Orders names as people do: "Episode 2" before "Episode 10", upper and lower case together.
struct NaturalKey: Comparable {
    private enum Part: Hashable {
        /// Digits without leading zeros: of two numbers the longer is the larger.
        case number(String)
        case text(String)
    }

    private let parts: [Part]
    private let name: String

    init(_ name: String) {
        self.name = name
        var parts: [Part] = []
        var rest = name.lowercased()[...]
        while let first = rest.first {
            let isNumber = Self.isDigit(first)
            let run = rest.prefix { Self.isDigit($0) == isNumber }
            parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
            rest = rest[run.endIndex...]
        }
        self.parts = parts
    }

    static func < (left: NaturalKey, right: NaturalKey) -> Bool {
        for (one, other) in zip(left.parts, right.parts) where one != other {
            switch (one, other) {
            case (.number(let one), .number(let other)):
                return one.count == other.count ? one < other : one.count < other.count
            case (.text(let one), .text(let other)): return one < other
            case (.number, .text): return true
            case (.text, .number): return false
            }
        }
        return left.parts.count == right.parts.count ? left.name < right.name : left.parts.count < right.parts.count
    }

    static func == (left: NaturalKey, right: NaturalKey) -> Bool { left.name == right.name }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
