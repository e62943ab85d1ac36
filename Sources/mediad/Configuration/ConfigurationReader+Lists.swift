/// Lists of strings that are checked individually.
extension ConfigurationReader {
    /// `[playlists]` and `[library]`: absolute, or below the home folder.
    mutating func folders(_ table: String, _ key: String, _ fallback: [String]) -> [String] {
        let list = TextList(
            of: "folders", counted: "folders", example: #"["~/Lists"]"#, most: PlaylistFolders.mostFolders)
        return texts(table, key, fallback, list) { folder in
            folder.hasPrefix("/") || folder == "~" || folder.hasPrefix("~/") ? nil : "start it with / or ~/"
        }
    }

    /// A folder, absolute or in the home folder; empty: the default.
    mutating func folder(_ table: String, _ key: String, _ fallback: String) -> String {
        guard let text = string(table, key) else { return fallback }
        if text.isEmpty || text.hasPrefix("/") || text == "~" || text.hasPrefix("~/") { return text }
        report(table, key, "cannot be \(Self.quoted(text)): start it with / or ~/")
        return fallback
    }

    /// `[network]`: names or addresses of servers, with or without ports.
    mutating func hosts(_ table: String, _ key: String, _ fallback: [String]) -> [String] {
        let list = TextList(
            of: "servers", counted: "servers", example: #"["nas.local", "192.168.1.5:8920"]"#,
            most: Configuration.Network.mostTrustedHosts)
        return texts(table, key, fallback, list) { host in
            let isHost =
                !host.isEmpty && host.utf8.count <= 300
                && host.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control && !" /@?#\\".unicodeScalars.contains($0)
                }
            return isHost ? nil : "write the name of the server, without https:// and path"
        }
    }

    /// Schemes of addresses, in lower case.
    mutating func schemes(_ table: String, _ key: String, _ fallback: [String]) -> [String] {
        let list = TextList(
            of: "schemes", counted: "schemes", example: #"["dvd", "cdda"]"#,
            most: Configuration.Network.mostSchemes)
        let read = texts(table, key, fallback, list) { scheme in
            // RFC 3986, section 3.1.
            let isScheme =
                scheme.utf8.count <= 40 && scheme.first?.isLetter == true
                && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            return isScheme ? nil : "write the scheme alone, such as dvd, without a colon"
        }
        return read.map { $0.lowercased() }
    }
}
