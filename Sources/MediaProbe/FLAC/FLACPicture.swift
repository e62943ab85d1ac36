internal import FoundationEssentials
internal import MediaContainers
internal import PlayerCore

/// A picture in the form of FLAC and Vorbis comments (RFC 9639 section 8.8).
struct FLACPicture {
    /// As in ID3: 3 is the front cover.
    let type: UInt32
    let mediaType: String?
    /// Whether the picture's bytes are a link to it.
    let isLink: Bool
    /// The offset of the picture's own bytes from the first byte of the block.
    let place: Int
    /// In bytes, as stated.
    let length: Int
    /// The picture's own bytes, as far as they were given.
    let data: ArraySlice<UInt8>

    /// Larger pictures are not kept in a URI.
    static let largestCopied = 2 << 20

    /// - Parameter bytes: the block, or the part of it that contains the description.
    init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        guard let type = cursor.big(4), let nameLength = cursor.bigCount(), let name = cursor.take(nameLength),
            let descriptionLength = cursor.bigCount(), cursor.take(descriptionLength) != nil, cursor.take(16) != nil,
            let length = cursor.bigCount()
        else { return nil }
        self.type = UInt32(truncatingIfNeeded: type)
        isLink = name.elementsEqual("-->".utf8)
        mediaType = PictureLink.mediaType(BoundedText.latin1(name, limit: 64))
        place = bytes.count - cursor.remaining
        self.length = length
        data = cursor.rest.prefix(length)
    }

    /// Nil if it is not a picture.
    init?(base64: ArraySlice<UInt8>) throws(ProbeError) {
        // Four characters encode three bytes; the description is small.
        guard base64.count <= Self.largestCopied / 3 * 4 + 4_096 else {
            throw .tooMuch("it is larger than \(Self.largestCopied) bytes")
        }
        guard let bytes = Data(base64Encoded: Data(base64), options: .ignoreUnknownCharacters) else { return nil }
        self.init(Array(bytes)[...])
        guard data.count <= Self.largestCopied else {
            throw .tooMuch("it is larger than \(Self.largestCopied) bytes")
        }
    }

    /// The picture as a copy, independent of the resource.
    var copied: ImageSource? {
        if isLink { return PictureLink.image(data) }
        guard !data.isEmpty, data.count == length else { return nil }
        let mediaType = mediaType ?? "application/octet-stream"
        return .uri("data:\(mediaType);base64,\(Data(data).base64EncodedString())")
    }
}
