import Glibc

/// A moment in the past as people name it: `today 21:14`, `yesterday`, `2026-11-19`.
struct WhenText: CustomStringConvertible {
    /// Empty for what no calendar has.
    let description: String

    /// - Parameters:
    ///   - seconds: since 1970; so is `now`.
    ///   - calendar: tells the date and the time of day; the session's time zone if it is left out.
    init(_ seconds: Int64, now: Int64, calendar: (Int64) -> tm? = Self.local) {
        guard let then = calendar(seconds), let today = calendar(now) else {
            description = ""
            return
        }
        switch Self.day(today) - Self.day(then) {
        case 0: description = "today \(Self.twoDigits(then.tm_hour)):\(Self.twoDigits(then.tm_min))"
        case 1: description = "yesterday"
        default:
            description =
                "\(Int(then.tm_year) + 1900)-\(Self.twoDigits(then.tm_mon + 1))-\(Self.twoDigits(then.tm_mday))"
        }
    }

    /// The session's time zone; nil for years that do not fit.
    static func local(_ seconds: Int64) -> tm? {
        var (moment, parts) = (time_t(seconds), tm())
        return localtime_r(&moment, &parts) == nil ? nil : parts
    }

    /// Days since 1970, counted by date: a day need not have 24 hours.
    private static func day(_ parts: tm) -> Int {
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (parts.tm_year, parts.tm_mon, parts.tm_mday)
        return timegm(&date) / 86_400
    }

    private static func twoDigits(_ value: CInt) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
