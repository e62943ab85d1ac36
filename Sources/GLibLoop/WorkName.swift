/// The description of a value that represents work: its own text, the name of a function, or the cases of its
/// enumerations without their values, of which there may be thousands.
enum WorkName {
    static func text(of work: any Sendable) -> String {
        if let text = work as? String { return text }
        if let function = work as? StaticString { return "\(function)" }
        return cases(of: work, depth: 3).joined(separator: " ")
    }

    /// The cases of nested enumerations, the outermost first.
    private static func cases(of value: Any, depth: Int) -> [String] {
        let mirror = Mirror(reflecting: value)
        guard depth > 0, mirror.displayStyle == .enum else { return depth == 3 ? ["\(type(of: value))"] : [] }
        // A case without values is its own description.
        guard let child = mirror.children.first else { return ["\(value)"] }
        return (child.label.map { [$0] } ?? []) + cases(of: child.value, depth: depth - 1)
    }
}
