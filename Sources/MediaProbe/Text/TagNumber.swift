/// Numbers as tags have them: "3", "03", "3/12".
enum TagNumber {
    /// The number that a text begins with; nil where there is none above zero.
    static func first(_ text: String) -> Int32? {
        Int32(text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
    }
}
