/// Parses numbers of tags: "3", "03", "3/12".
enum TagNumber {
    /// Returns the number at the beginning of a text; nil if there is none above zero.
    static func first(_ text: String) -> Int32? {
        Int32(text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
    }
}
