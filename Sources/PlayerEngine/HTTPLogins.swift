internal import MediaContainers
internal import PlayerCore

/// Logins of HTTP servers from `~/.netrc` (the file of ftp and curl). They are only sent to their own server and
/// never shown.
public struct HTTPLogins: Hashable, Sendable {
    private struct Login: Hashable {
        var user = ""
        var password = ""
    }

    /// The maximum number of bytes that are read.
    private static let largestFile = 64 << 10

    private var machines: [String: Login] = [:]
    /// The login for all other servers.
    private var others: Login?

    public init() {}

    /// - Parameter text: `machine NAME login USER password PASSWORD`, `default …` and `macdef`, which is ignored. A
    ///   line that begins with `#` is a comment, and words may be quoted.
    public init(netrc text: String) {
        var words = Self.words(text)[...]
        var current: String?
        var login = Login()
        func keep(_ logins: inout HTTPLogins) {
            guard let name = current, !login.user.isEmpty else { return }
            if name.isEmpty {
                logins.others = logins.others ?? login
            } else if logins.machines[name] == nil {
                logins.machines[name] = login
            }
        }
        while let word = words.popFirst() {
            switch word {
            case "machine", "default":
                keep(&self)
                current = word == "default" ? "" : words.popFirst()?.lowercased()
                login = Login()
            case "login": login.user = words.popFirst() ?? ""
            case "password": login.password = words.popFirst() ?? ""
            case "account": _ = words.popFirst()
            default: break
            }
        }
        keep(&self)
    }

    /// Reads the file in `NETRC`, else `~/.netrc`; without a file there are no logins. May be as slow as the disk.
    public static func read(environment: [String: String]) -> HTTPLogins {
        let path = environment["NETRC"] ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.netrc" : nil }
        guard let path, let file = try? RegularFile(Array(path.utf8)), let bytes = try? file.read(0, largestFile) else {
            return HTTPLogins()
        }
        return HTTPLogins(netrc: String(decoding: bytes, as: UTF8.self))
    }

    /// Adds the login of its server to a URI, unless the URI contains one. The login is never sent to other servers.
    public func adding(to uri: String) -> String {
        guard !machines.isEmpty || others != nil, let colon = uri.firstIndex(of: ":"),
            ["http", "https"].contains(uri[..<colon].lowercased()), uri[colon...].hasPrefix("://")
        else { return uri }
        let start = uri.index(colon, offsetBy: 3)
        let authority = uri[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return uri }
        var host = authority.lowercased()
        if let port = host.lastIndex(of: ":"), !host[port...].contains("]") { host = String(host[..<port]) }
        guard let login = machines[host] ?? others else { return uri }
        return uri[..<start] + Self.escaped(login.user) + ":" + Self.escaped(login.password) + "@" + uri[start...]
    }

    private static func escaped(_ text: String) -> String {
        PercentEncoding.escapedExceptAlphanumerics(text)
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isMacro = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.drop(while: \.isWhitespace)
            if isMacro || line.hasPrefix("#") {
                // A macro ends with an empty line.
                isMacro = isMacro && !line.isEmpty
                continue
            }
            var (word, isQuoted, isEscaped, hasWord) = ("", false, false, false)
            func end() {
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            }
            for character in line {
                if isEscaped {
                    word.append(character)
                    isEscaped = false
                } else if isQuoted, character == "\\" {
                    isEscaped = true
                } else if character == "\"", isQuoted || !hasWord {
                    isQuoted.toggle()
                    hasWord = true
                } else if character.isWhitespace, !isQuoted {
                    end()
                } else {
                    word.append(character)
                    hasWord = true
                }
            }
            end()
            if words.last == "macdef" || words.dropLast().last == "macdef" {
                words.removeLast(words.last == "macdef" ? 1 : 2)
                isMacro = true
            }
        }
        return words
    }
}
