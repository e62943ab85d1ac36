/// A position in a text. Lines and columns are counted from 1; columns are Unicode scalars, as in the TOML parser.
struct SourcePosition: Hashable, Comparable, Sendable {
    var line: Int
    var column: Int

    static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
