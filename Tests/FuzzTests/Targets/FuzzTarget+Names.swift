import MediaContainers
import PlayerCore

@testable import MediaProbe

/// What a file beside an item may name.
extension FuzzTarget {
    /// The bytes as a sidecar of every kind: whatever they name is in the folder of the item, in themselves or on a server, and
    /// what is to be played has a scheme that mediad plays.
    static func sidecarNames(_ input: [UInt8]) -> [String] {
        var promises = Promises(ProbeLimits())
        let folder = SidecarFolder(Array("/media/show".utf8))
        for kind in SidecarKind.allCases {
            var notes = SidecarNotes(name: "item" + kind.suffix, source: kind.source, folder: folder, limits: .init())
            var fields = MediaDetails.Fields()
            if kind == .description {
                fields = DescriptionJSON.read(SidecarText(input), into: &notes).fields
            } else {
                kind.read(SidecarText(input), into: &notes)
            }
            let marked = notes.chapters + (fields.chapters ?? []) + (fields.markers ?? []).flatMap(\.markers)
            let shown = marked.map { ($0.image?.address, $0.url) } + [(fields.artwork, fields.next?.artwork)]
            for uri in shown.flatMap({ [$0.0, $0.1] }) + [fields.chaptersURI] {
                promises.expect(isPermitted(uri, playing: false), "\(kind) names \(uri ?? "")")
            }
            for uri in (fields.interstitials ?? []).flatMap(\.uris) + [fields.next?.uri].compactMap(\.self) {
                promises.expect(isPermitted(uri, playing: true), "\(kind) plays \(uri)")
            }
            promises.expect(fields.headers == nil, "\(kind) sets headers")
            promises.expect(fields.list == nil, "\(kind) says which list named the item")
        }
        return promises.broken
    }

    /// Judged by other means than ``SidecarFolder``'s.
    private static func isPermitted(_ uri: String?, playing: Bool) -> Bool {
        guard let uri else { return true }
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard scheme == "file" else {
            return ["http", "https", "data"].contains(scheme) || playing && MediaSchemes.playable.contains(scheme)
        }
        guard uri.hasPrefix("file:///") else { return false }
        var path: [UInt8] = []
        var rest = Array(uri.utf8)[7...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let digits = String(validating: rest.prefix(2), as: UTF8.self),
                digits.count == 2, let decoded = UInt8(digits, radix: 16)
            else {
                path.append(byte)
                continue
            }
            path.append(decoded)
            rest = rest.dropFirst(2)
        }
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.starts(with: Array("/media/show/".utf8)) && !path.contains(0)
            && !parts.contains { $0.elementsEqual("..".utf8) }
    }
}

extension ImageSource {
    /// The address of a picture that is not inside the media.
    fileprivate var address: String? { if case .uri(let uri) = self { uri } else { nil } }
}
