internal import CGLib
internal import Glibc

/// What GLib knows of Unicode text and Swift's standard library does not.
public enum UnicodeText {
    /// Whether it takes two columns of a terminal (Unicode Standard Annex 11).
    public static func isWide(_ scalar: Unicode.Scalar) -> Bool { g_unichar_iswide(scalar.value) != 0 }

    /// Whether it takes no column: it marks what is before it, or only controls.
    public static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool { g_unichar_iszerowidth(scalar.value) != 0 }

    /// What orders file names as people do when it is compared byte by byte: "event2" before "event10".
    ///
    /// The same whatever the locale is, letters in the order of their code points.
    public static func collationKey(ofFileName name: String) -> [UInt8] {
        let before = uselocale(plain)
        defer { uselocale(before) }
        guard let key = g_utf8_collate_key_for_filename(name, -1) else { return Array(name.utf8) }
        defer { g_free(key) }
        return Array(UnsafeBufferPointer(start: key, count: strlen(key)).lazy.map { UInt8(bitPattern: $0) })
    }

    /// Never changed nor freed, so any thread may use it. Of UTF-8: in the "C" locale of a program that sets none, GLib puts every name that is not ASCII last.
    private nonisolated(unsafe) static let plain = newlocale(LC_CTYPE_MASK | LC_COLLATE_MASK, "C.UTF-8", nil)
}
