internal import GLibLoop
public import MediaContainers
internal import PlayerCore

/// The place of a list, to resolve its relative references, and the rules for what it may name.
public struct ListBase {
    private enum Place {
        case folder([UInt8])
        case server(RemoteReference)
        /// Neither: relative references cannot be resolved.
        case nowhere
    }

    /// The target of an entry.
    enum Target: Hashable {
        case uri(String)
        /// Why the entry is left out, as a clause.
        case none(String)
    }

    private let place: Place
    private static let schemes = Set(MediaSchemes.playable)
    private let exists: ([UInt8]) -> Bool
    /// What a list on a server may name; nil for others.
    private let rule: ResourceRule?

    /// - Parameters:
    ///   - uri: of the list, after all redirects.
    ///   - rule: what a list on a server may name beside names of hosts, which are not resolved for it.
    ///   - exists: whether there is a file at a path. Called only if a list is ambiguous.
    public init(uri: String, rule: ResourceRule? = nil, exists: @escaping ([UInt8]) -> Bool) {
        self.rule = rule
        if let path = FileURI.path(of: uri) {
            place = .folder(Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
        } else {
            place = RemoteReference(uri).map { .server($0) } ?? .nowhere
        }
        self.exists = exists
    }

    /// Returns the base of a list that names one itself (`xml:base`).
    func relative(to reference: String) -> ListBase {
        guard case .uri(let uri) = target(ofReference: reference) else { return self }
        return ListBase(uri: uri, rule: rule, exists: exists)
    }

    // MARK: Addresses and paths

    /// Returns the target of a line of M3U or PLS: a path as in the file system, or a URI.
    ///
    /// - Parameter decoded: the line as text, if its encoding is known.
    func target(ofLine line: ArraySlice<UInt8>, text decoded: String? = nil) -> Target {
        var bytes = line.drop { $0 <= 0x20 }
        guard !bytes.isEmpty else { return .none("it is empty") }
        guard bytes.count <= MediaList.longestAddress else {
            return .none("it is longer than \(MediaList.longestAddress) bytes")
        }
        guard !bytes.contains(0) else { return .none("it contains a NUL byte") }
        let text = Self.withoutIndent(decoded ?? SidecarText(Array(bytes)).text)
        if let uri = uri(text) { return uri }
        if WindowsPath.isAbsolute(text) { return windows(text) }
        if case .server(let base) = place { return remote(Self.escapingNames(WindowsPath.slashed(text)), base) }
        // A file name may end in a space.
        while bytes.last == 0x0D { bytes = bytes.dropLast() }
        return file(candidates(for: Array(bytes), text))
    }

    private static func withoutIndent(_ text: String) -> String {
        String(decoding: text.utf8.drop { $0 <= 0x20 }, as: UTF8.self)
    }

    /// Returns the target of a URI reference, as in XSPF and feeds (RFC 3986 section 4.1).
    func target(ofReference reference: String) -> Target {
        guard let text = SidecarText.clean(reference, limit: MediaList.longestAddress + 1) else {
            return .none("it is empty")
        }
        guard text.utf8.count <= MediaList.longestAddress else {
            return .none("it is longer than \(MediaList.longestAddress) bytes")
        }
        if WindowsPath.isAbsolute(text) { return windows(text) }
        if let uri = uri(text, isReference: true) { return uri }
        switch place {
        case .server(let base): return remote(text, base)
        case .nowhere: return .none("it is not known what it is relative to")
        case .folder:
            let path = PercentEncoding.decoded(text.prefix { $0 != "?" && $0 != "#" }.utf8)
            guard !path.isEmpty, !path.contains(0) else { return .none("it names no file") }
            return file(candidates(for: path, String(decoding: path, as: UTF8.self)))
        }
    }

    /// Whether an entry's file is there; always true on servers.
    func isThere(_ uri: String) -> Bool { FileURI.path(of: uri).map { exists(Array($0)) } ?? true }

    /// Returns the address of a picture or chapter file of an entry; nil if it is not acceptable.
    func companion(_ reference: String) -> String? {
        if case .uri(let uri) = target(ofReference: reference) { uri } else { nil }
    }

    /// Nil if the text is not a complete URI.
    ///
    /// - Parameter isReference: whether anything that looks like a scheme is one.
    private func uri(_ text: String, isReference: Bool = false) -> Target? {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme.count > 1, scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        let rest = text[text.index(after: colon)...]
        // A line may be a name such as `Live: At Home.mp3`.
        guard isReference || Self.schemes.contains(scheme) || rest.hasPrefix("//") else { return nil }
        guard Self.schemes.contains(scheme) else { return .none("mediad does not play '\(scheme):' addresses") }
        var last = text[...]
        while let character = last.last, character.isWhitespace { last.removeLast() }
        guard scheme == "file" else { return permitted(PercentEncoding.escaped(String(last))) }
        // A server's list must not cause access to local files.
        guard case .folder = place else { return .none("a list from a server names a file on this machine") }
        guard let path = FileURI.path(of: String(last)) else { return .none("it is a file on another machine") }
        let name = String(decoding: path.dropFirst(), as: UTF8.self)
        if WindowsPath.isAbsolute(name) { return windows(name) }
        return path.contains(0) ? .none("it contains a NUL byte") : .uri(FileURI.uri(of: path))
    }

    /// A line is the name of a file more often than a URI reference: `#` begins a fragment only if a dimension follows, such
    /// as `t=` (W3C Media Fragments URI, section 4.2).
    private static func escapingNames(_ line: String) -> String {
        let parts = line.split(separator: "#", maxSplits: Int.max, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { text, part in
            let name = part.prefix { $0.isASCII && $0.isLowercase }
            let isFragment = !name.isEmpty && part[name.endIndex...].hasPrefix("=")
            text += (isFragment ? "#" : "%23") + part
        }
    }

    private func remote(_ reference: String, _ base: RemoteReference) -> Target {
        var text = reference[...]
        while let character = text.last, character.isWhitespace { text.removeLast() }
        return permitted(PercentEncoding.escaped(base.resolved(String(text))))
    }

    private func permitted(_ uri: String) -> Target {
        guard case .server = place, let rule, rule.refusal(of: uri) != nil else { return .uri(uri) }
        return .none("a list from a public server names an address of your network (see network.local-addresses)")
    }

    // MARK: Files

    /// The possible meanings of a path, the most likely first: names may have been written on other systems and in
    /// other encodings.
    private func candidates(for bytes: [UInt8], _ text: String) -> [[UInt8]] {
        var candidates = [bytes]
        let transcoded = Array(text.utf8)
        if transcoded != bytes { candidates.insert(transcoded, at: 0) }
        if bytes.contains(UInt8(ascii: "\\")) { candidates.append(Array(WindowsPath.slashed(text).utf8)) }
        if bytes.contains(UInt8(ascii: "%")) { candidates.append(PercentEncoding.decoded(bytes)) }
        return candidates
    }

    private func file(_ candidates: [[UInt8]]) -> Target {
        guard case .folder(let folder) = place else { return .none("it is not known what it is relative to") }
        let paths = candidates.filter { !$0.contains(0) }.map { Self.joined(folder, $0) }
        guard let first = paths.first else { return .none("it contains a NUL byte") }
        let others = candidates.filter { !$0.contains(0) }.flatMap { Self.otherForms($0) }.map {
            Self.joined(folder, $0)
        }
        let isClear = paths.count == 1 && others.isEmpty
        // If no file exists, a backslash is a Windows separator: names on Linux hardly ever contain one.
        let likeliest =
            candidates.firstIndex { $0.contains(UInt8(ascii: "\\")) } == nil ? first : paths[paths.count - 1]
        return .uri(FileURI.uri(of: isClear ? first : (paths + others).first(where: exists) ?? likeliest))
    }

    /// Returns a name in the other normal forms of Unicode: macOS writes letters and accents apart, others together.
    private static func otherForms(_ name: [UInt8]) -> [[UInt8]] {
        guard !name.allSatisfy({ $0 < 0x80 }), let text = String(validating: name, as: UTF8.self) else { return [] }
        return [true, false].map { Array(UnicodeText.normalized(text, isComposed: $0).utf8) }.filter { $0 != name }
    }

    /// The target of a Windows path with a drive or a server: the same file beside the list, as on a disk that moved
    /// from one system to the other.
    private func windows(_ text: String) -> Target {
        guard case .folder(let folder) = place else { return .none("it names a drive of Windows") }
        let components = WindowsPath.slashed(text).split(separator: "/").dropFirst()
        for start in components.indices {
            let name = Array(components[start...].joined(separator: "/").utf8)
            let paths = ([name] + Self.otherForms(name)).map { Self.joined(folder, $0) }
            if let path = paths.first(where: exists) { return .uri(FileURI.uri(of: path)) }
        }
        return .none("it names a drive of Windows, and there is no such file beside the list")
    }

    /// An absolute path without `.` and `..`.
    private static func joined(_ folder: [UInt8], _ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var result: [ArraySlice<UInt8>] = []
        for component in ((path.first == slash ? [] : folder + [slash]) + path).split(separator: slash) {
            if component.elementsEqual(".".utf8) { continue }
            if component.elementsEqual("..".utf8) { _ = result.popLast() } else { result.append(component) }
        }
        return result.isEmpty ? [slash] : result.flatMap { [slash] + $0 }
    }
}

/// Windows paths.
enum WindowsPath {
    /// Whether a path is like `C:\…`, `C:/…` or `\\server\…`.
    static func isAbsolute(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(3))
        guard bytes.count == 3 else { return false }
        if bytes[0] == UInt8(ascii: "\\"), bytes[1] == UInt8(ascii: "\\") { return true }
        return (0x61...0x7A).contains(bytes[0] | 0x20) && bytes[1] == UInt8(ascii: ":")
            && (bytes[2] == UInt8(ascii: "\\") || bytes[2] == UInt8(ascii: "/"))
    }

    static func slashed(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }
}
