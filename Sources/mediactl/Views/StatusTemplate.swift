/// A line with places for parts of the status: `{{status}}: {{title}}`.
struct StatusTemplate {
    private enum Part {
        case text(String)
        case value(String)
    }

    private let parts: [Part]

    /// The name that is not known, if there is one.
    let unknownName: String?

    init(_ text: String) {
        var parts: [Part] = []
        var unknownName: String?
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            parts.append(.text(String(rest[..<opening.lowerBound])))
            let name = rest[opening.upperBound..<closing.lowerBound].filter { !$0.isWhitespace }
            if !StatusView.valueNames.contains(name) { unknownName = unknownName ?? name }
            parts.append(.value(name))
            rest = rest[closing.upperBound...]
        }
        parts.append(.text(String(rest)))
        self.parts = parts
        self.unknownName = unknownName
    }

    /// The line; what the status does not have is empty.
    func filled(with status: StatusView) -> String {
        let values = Dictionary(uniqueKeysWithValues: status.values.map { ($0.name, $0.text) })
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .value(let name): values[name] ?? ""
            }
        }.joined()
    }
}
