internal import GLibLoop

/// Orders names as people do: "Episode 2" before "Episode 10", upper and lower case together.
struct NaturalKey: Comparable {
    private let key: [UInt8]
    private let name: String

    init(_ name: String) {
        self.name = name
        key = UnicodeText.collationKey(ofFileName: name.lowercased())
    }

    static func < (left: NaturalKey, right: NaturalKey) -> Bool {
        left.key == right.key ? left.name < right.name : left.key.lexicographicallyPrecedes(right.key)
    }

    static func == (left: NaturalKey, right: NaturalKey) -> Bool { left.name == right.name }
}
