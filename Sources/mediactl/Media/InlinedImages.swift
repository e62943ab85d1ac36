import FoundationEssentials
import MediaContainers
import MediaProbe
import PlayerCore

/// Adds the pictures in a resource to its description as `data:` URIs.
struct InlinedImages {
    /// The size of the largest picture in bytes; larger ones are omitted.
    private static let largest = 1 << 20
    /// The total size of all pictures of an item in bytes, before they are encoded.
    private static let most = 4 << 20

    private let source: ByteSource
    private var left = most

    /// - Parameter source: the resource that contains the pictures.
    init(_ source: ByteSource) { self.source = source }

    /// Returns the item with its artwork and the pictures of its chapters. Each omitted picture is reported as a
    /// problem of the item.
    mutating func inlined(_ item: InspectedItem) -> InspectedItem {
        var item = item
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        if fields.artwork == nil, let artwork = item.embeddedArtwork {
            fields.artwork = dataURI(artwork, of: "the artwork", problems: &item.problems)
        }
        var chapters = fields.chapters ?? []
        for index in chapters.indices {
            guard case .embedded(let image) = chapters[index].image else { continue }
            chapters[index].image = dataURI(
                image, of: "the picture of chapter \(index + 1)", problems: &item.problems
            ).map { .uri($0) }
        }
        if fields.chapters != nil { fields.chapters = chapters }
        item.description.details = MediaDetails(fields)
        return item
    }

    private mutating func dataURI(_ image: EmbeddedImage, of name: String, problems: inout [String]) -> String? {
        do throws(ProbeError) {
            let bytes = try MediaProbe.image(image, in: source)
            guard bytes.count <= Self.largest else { throw .tooMuch("it is larger than \(Self.largest >> 20) MiB") }
            guard bytes.count <= left else {
                throw .tooMuch("the pictures are larger than \(Self.most >> 20) MiB together")
            }
            left -= bytes.count
            return "data:\(Self.mediaType(of: bytes));base64,\(Data(bytes).base64EncodedString())"
        } catch {
            problems.append("\(name) is left out: \(error.message)")
            return nil
        }
    }

    /// Detects the type from the first bytes: the types in containers are often wrong.
    private static func mediaType(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
        if bytes.starts(with: "BM".utf8) { return "image/bmp" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return "application/octet-stream"
    }
}
