/// Days of the Gregorian calendar.
enum GregorianDay {
    /// Returns the days since 1970; days beyond the end of a month continue into the next one.
    static func since1970(_ year: Int, _ month: Int, _ date: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        // Rounded down, also before the year 0.
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
        return Int64(era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468)
    }
}
