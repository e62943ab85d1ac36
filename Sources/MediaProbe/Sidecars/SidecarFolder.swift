internal import MediaContainers
internal import PlayerCore

/// The folder of an item, which references of sidecars must not leave.
struct SidecarFolder: Sendable {
    /// Absolute, without a trailing slash except for the root.
    let path: [UInt8]

    /// - Parameter path: need not be UTF-8.
    init(_ path: [UInt8]) { self.path = Self.normalised(path) }

    /// The folder of a file.
    init(of file: [UInt8]) { self.init(Array(file[..<(file.lastIndex(of: Self.slash) ?? 0)])) }

    /// Resolves a sidecar's reference to a picture or page: `http`, `https` and `data` are kept (whether they may be
    /// fetched is decided later); relative and local references become the `file:` URI of something inside the folder.
    ///
    /// Only the text is checked: a link inside the folder was put there by the owner of the folder, not by the
    /// sidecar.
    ///
    /// - Throws: a clause that describes the reference, for anything else.
    func resolved(_ reference: String) throws(ProbeError) -> String {
        guard let text = SidecarText.clean(reference, limit: reference.utf8.count) else {
            throw .malformed("it names nothing")
        }
        let scheme = Self.scheme(of: text)
        let longest = DescriptionLimits.longest(address: text)
        guard text.utf8.count <= longest else { throw .tooMuch("a link in it is longer than \(longest) bytes") }
        switch scheme {
        case "http", "https", "data": return text
        case "file": return try inside(Self.path(ofFileURI: text), text: text)
        case nil:
            // A host ("//host/path") or a part of this file ("#x") is not a file beside the item.
            guard !text.hasPrefix("//"), let first = text.first, first != "#", first != "?" else {
                throw .malformed("'\(Self.shortened(text))' names no file")
            }
            // Percent signs may be literal; the decoded path must not lead out of the folder either.
            let relative = PercentEncoding.decoded(text.prefix { $0 != "?" && $0 != "#" }.utf8)
            return try inside(relative.first == Self.slash ? relative : path + [Self.slash] + relative, text: text)
        default: throw .malformed("'\(Self.shortened(text))' has a scheme that a sidecar cannot use")
        }
    }

    /// The same for media to be played, which have more schemes, see ``MediaSchemes``.
    func resolvedMedia(_ reference: String) throws(ProbeError) -> String {
        let text = SidecarText.clean(reference, limit: DescriptionLimits.address) ?? ""
        if let scheme = Self.scheme(of: text), scheme != "file", MediaSchemes.playable.contains(scheme) { return text }
        return try resolved(reference)
    }

    /// Whether a path without links is below the folder.
    func contains(_ file: [UInt8]) -> Bool {
        let prefix = path == [Self.slash] ? path : path + [Self.slash]
        return file.count > prefix.count && file.starts(with: prefix)
    }

    private func inside(_ bytes: [UInt8], text: String) throws(ProbeError) -> String {
        let file = Self.normalised(bytes)
        guard !file.contains(0), contains(file) else {
            throw .malformed("'\(Self.shortened(text))' is outside the folder of the item")
        }
        return FileURI.uri(of: file)
    }

    private static let slash = UInt8(ascii: "/")

    /// Removes empty components, `.` and `..`.
    private static func normalised(_ path: [UInt8]) -> [UInt8] {
        var components: [ArraySlice<UInt8>] = []
        for component in path.split(separator: slash) {
            if component.elementsEqual(".".utf8) { continue }
            if component.elementsEqual("..".utf8) { _ = components.popLast() } else { components.append(component) }
        }
        return components.isEmpty ? [slash] : components.flatMap { [slash] + $0 }
    }

    /// In lower case; nil without one. A single letter would be a drive.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text[..<colon].lowercased()
        guard name.utf8.count > 1, let first = name.utf8.first, (97...122).contains(first),
            name.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return name
    }

    /// The path on this machine; an address of another host is refused.
    static func path(ofFileURI text: String) throws(ProbeError) -> [UInt8] {
        guard let path = FileURI.path(of: text) else {
            throw .malformed("'\(shortened(text))' is on another machine or names no absolute path")
        }
        return path
    }

    private static func shortened(_ text: String) -> String { text.count > 80 ? text.prefix(77) + "…" : text }
}
