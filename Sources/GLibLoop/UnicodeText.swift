internal import CGLib
internal import Glibc

/// Unicode functions of GLib that Swift's standard library does not have.
public enum UnicodeText {
    /// Whether a scalar takes two columns of a terminal (Unicode Standard Annex 11).
    public static func isWide(_ scalar: Unicode.Scalar) -> Bool { g_unichar_iswide(scalar.value) != 0 }

    /// Whether a scalar takes no column: a combining mark or a control character.
    public static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool { g_unichar_iszerowidth(scalar.value) != 0 }

    /// Returns a key that sorts file names as people do when it is compared byte by byte: "event2" before "event10".
    ///
    /// Independent of the locale, with letters in the order of their code points.
    public static func collationKey(ofFileName name: String) -> [UInt8] {
        let before = uselocale(plain)
        defer { uselocale(before) }
        guard let key = g_utf8_collate_key_for_filename(name, -1) else { return Array(name.utf8) }
        defer { g_free(key) }
        return Array(UnsafeBufferPointer(start: key, count: strlen(key)).lazy.map { UInt8(bitPattern: $0) })
    }

    /// Returns text in a normal form of Unicode (Standard Annex 15): NFC with whole letters, or NFD with accents apart.
    public static func normalized(_ text: String, isComposed: Bool) -> String {
        guard let other = g_utf8_normalize(text, -1, isComposed ? G_NORMALIZE_NFC : G_NORMALIZE_NFD) else {
            return text
        }
        defer { g_free(other) }
        return String(cString: other)
    }

    /// Never changed or freed, so any thread may use it. UTF-8, because in the "C" locale of a program that sets none,
    /// GLib sorts every name that is not ASCII last.
    private nonisolated(unsafe) static let plain = newlocale(LC_CTYPE_MASK | LC_COLLATE_MASK, "C.UTF-8", nil)
}
