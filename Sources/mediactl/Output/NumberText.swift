/// A number as short as people write it: `1`, `0.5`, `1.25`; three decimals at most.
struct NumberText: CustomStringConvertible {
    var value: Double

    init(_ value: Double) { self.value = value }

    var description: String {
        guard let thousandths = Int64(exactly: (value * 1000).rounded()) else { return "\(value)" }
        let magnitude = thousandths.magnitude
        var decimals = String(1000 + magnitude % 1000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (thousandths < 0 ? "-" : "") + "\(magnitude / 1000)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}
