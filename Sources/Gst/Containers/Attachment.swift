internal import CGStreamer

/// A file inside another file, such as a cover or a font for subtitles.
public struct Attachment: Hashable, Sendable {
    /// The file name without a folder: `cover.jpg`.
    public var name: String
    public var mediaType: String
    public var description: String?
    public var bytes: [UInt8]
    /// Whether the file is the item's main picture.
    public var isCover: Bool

    public init(name: String, mediaType: String, description: String? = nil, bytes: [UInt8], isCover: Bool = false) {
        self.name = name
        self.mediaType = mediaType
        self.description = description
        self.bytes = bytes
        self.isCover = isCover
    }
}

extension PacketTags {
    /// Limits for hostile files: number of files, bytes per file.
    private static let limits = (count: 64, bytes: 32 << 20)

    /// The attached files. The cover comes first, and has the name that readers of Matroska look for
    /// (https://www.matroska.org/technical/attachments.html).
    public var attachments: [Attachment] {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list else { return [] }
        let cover = TagSet(list).image.flatMap { image -> Attachment? in
            guard image.mediaType.hasPrefix("image/") else { return nil }
            let ending = image.mediaType == "image/jpeg" ? "jpg" : image.mediaType.dropFirst("image/".count)
            return Attachment(name: "cover.\(ending)", mediaType: image.mediaType, bytes: image.bytes, isCover: true)
        }
        return (cover.map { [$0] } ?? []) + Self.attachedFiles(of: list)
    }

    private static func attachedFiles(of list: UnsafeMutablePointer<GstTagList>) -> [Attachment] {
        let count = min(gst_tag_list_get_tag_size(list, GST_TAG_ATTACHMENT), guint(limits.count))
        return (0..<count).compactMap { index in
            var sample: OpaquePointer?
            guard gst_tag_list_get_sample_index(list, GST_TAG_ATTACHMENT, index, &sample) != 0, let sample
            else { return nil }
            defer { gst_sample_unref(sample) }
            // The properties that matroskademux stores in addition to the bytes.
            guard let file = TagImage(sample, limit: limits.bytes), let info = gst_sample_get_info(sample),
                let name = text("filename", of: info)
            else { return nil }
            return Attachment(
                name: name, mediaType: text("mimetype", of: info) ?? file.mediaType,
                description: text("description", of: info), bytes: file.bytes)
        }
    }

    private static func text(_ field: String, of structure: UnsafePointer<GstStructure>) -> String? {
        gst_structure_get_string(structure, field).map { String(cString: $0) }
    }
}
