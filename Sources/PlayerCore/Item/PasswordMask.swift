extension String {
    /// The text with the passwords of all its addresses replaced by `***`: `http://ann:***@example.org/a.mp3` (RFC
    /// 3986 section 3.2.1). Logs and messages are kept and read by others.
    public var withoutPasswords: String {
        guard utf8.contains(UInt8(ascii: "@")) else { return self }
        let bytes = Array(utf8)
        let mark = Array("://".utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index...].starts(with: mark) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            result += mark
            index += mark.count
            let authority = bytes[index...].prefix { !Self.endsAuthority($0) }
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
                let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            result += bytes[index...colon] + Array("***".utf8)
            index = at
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The address without its user and password: `http://example.org/a.mp3`. It is shown to others, who may open it
    /// with a login of their own. A user without a password is kept where it is no secret (`smb://ann@nas/`).
    public var withoutLogin: String {
        guard utf8.contains(UInt8(ascii: "@")), let mark = utf8.firstIndex(of: UInt8(ascii: ":")),
            self[mark...].hasPrefix("://")
        else { return self }
        let start = utf8.index(mark, offsetBy: 3)
        let authority = utf8[start...].prefix { !Self.endsAuthority($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
            self[..<mark].lowercased().hasPrefix("http") || authority[..<at].contains(UInt8(ascii: ":"))
        else { return self }
        return String(self[..<start]) + self[utf8.index(after: at)...]
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || "/?#'\"<>\\".utf8.contains(byte)
    }
}
