/// A date as people write it.
enum ReadableDate {
    /// `2021-05-03` and `20210503` are "3 May 2021", `2021-05` is "May 2021", and other text stays as it is.
    static func text(_ date: String, _ language: Words.Language) -> String {
        let day = date.prefix { $0 != "T" && $0 != " " }
        let parts = day.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.map { part in part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil }
        switch parts.map(\.count) {
        case [4, 2, 2]: return text(numbers[0], numbers[1], numbers[2], language) ?? date
        case [4, 2]: return text(numbers[0], numbers[1], nil, language) ?? date
        case [8]:
            let whole = numbers[0]
            return text(whole.map { $0 / 10_000 }, whole.map { $0 / 100 % 100 }, whole.map { $0 % 100 }, language)
                ?? date
        case [4]: return numbers[0] == nil ? date : String(day)
        default: return date
        }
    }

    /// Nil if it is not a date.
    private static func text(_ year: Int?, _ month: Int?, _ day: Int?, _ language: Words.Language) -> String? {
        guard let year, year > 0, let month, (0...12).contains(month), (0...31).contains(day ?? 0) else { return nil }
        // Files write 0 for what is not known.
        guard month > 0 else { return "\(year)" }
        let name = months(language)[month - 1]
        guard let day, day > 0 else { return "\(name) \(year)" }
        return switch language {
        case .english: "\(day) \(name) \(year)"
        case .german: "\(day). \(name) \(year)"
        case .french: "\(day == 1 ? "1er" : "\(day)") \(name) \(year)"
        }
    }

    private static func months(_ language: Words.Language) -> [String] {
        switch language {
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        case .german:
            [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
                "November",
                "Dezember",
            ]
        case .french:
            [
                "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
                "novembre", "décembre",
            ]
        }
    }
}
