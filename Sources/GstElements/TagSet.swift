package import CGStreamer

/// The tags of a list as plain values.
///
/// GStreamer guarantees that strings are UTF-8. Invalid strings are omitted here nevertheless.
public struct TagSet: Hashable, Sendable {
    /// The subject of a list of tags.
    public enum Scope: Hashable, Sendable { case stream, global }

    public var scope: Scope = .stream
    public private(set) var strings: [String: [String]] = [:]
    public private(set) var numbers: [String: UInt64] = [:]
    public private(set) var doubles: [String: Double] = [:]
    /// ISO 8601, with the precision of the tag.
    public private(set) var date: String?
    public private(set) var image: TagImage?

    public init() {}

    /// The first value of a text tag.
    public func first(_ tag: String) -> String? { strings[tag]?.first }

    /// Merges newer tags; values that `newer` lacks are kept.
    public mutating func merge(_ newer: TagSet) {
        strings.merge(newer.strings) { $1 }
        numbers.merge(newer.numbers) { $1 }
        doubles.merge(newer.doubles) { $1 }
        date = newer.date ?? date
        image = newer.image ?? image
    }

    /// Drops text and numbers by the names of their tags.
    public mutating func remove(_ tags: [String]) {
        for tag in tags { (strings[tag], numbers[tag]) = (nil, nil) }
    }

    /// Limits for hostile files: values per tag, bytes per value, bytes per picture.
    private static let limits = (values: 32, bytes: 64 * 1024, image: 16 * 1024 * 1024)

    package init(_ list: UnsafeMutablePointer<GstTagList>) {
        scope = gst_tag_list_get_scope(list) == GST_TAG_SCOPE_GLOBAL ? .global : .stream
        for index in 0..<max(0, gst_tag_list_n_tags(list)) {
            guard let cName = gst_tag_list_nth_tag_name(list, UInt32(index)) else { continue }
            read(String(cString: cName), from: list)
        }
        readDate(from: list)
        image = Self.bestImage(in: list)
    }

    private mutating func read(_ name: String, from list: UnsafeMutablePointer<GstTagList>) {
        let count = min(Int(gst_tag_list_get_tag_size(list, name)), Self.limits.values)
        switch gst_tag_get_type(name) {
        case GType(16 << 2):  // G_TYPE_STRING, a macro
            var values: [String] = []
            for index in 0..<count {
                var text: UnsafePointer<CChar>?
                guard gst_tag_list_peek_string_index(list, name, UInt32(index), &text) != 0, let text else { continue }
                var length = strnlen(text, Self.limits.bytes)
                // The cut is between code points: a partial one would make the text invalid.
                while length > 0, UInt8(bitPattern: text[length]) & 0xC0 == 0x80 { length -= 1 }
                let bytes = UnsafeRawBufferPointer(start: text, count: length)
                if let value = String(validating: bytes, as: UTF8.self), !value.isEmpty { values.append(value) }
            }
            if !values.isEmpty { strings[name] = values }
        case GType(7 << 2):  // G_TYPE_UINT
            var value: guint = 0
            if gst_tag_list_get_uint(list, name, &value) != 0 { numbers[name] = UInt64(value) }
        case GType(11 << 2):  // G_TYPE_UINT64
            var value: guint64 = 0
            if gst_tag_list_get_uint64(list, name, &value) != 0 { numbers[name] = UInt64(value) }
        case GType(15 << 2):  // G_TYPE_DOUBLE
            var value: gdouble = 0
            if gst_tag_list_get_double(list, name, &value) != 0, value.isFinite { doubles[name] = value }
        default:
            break
        }
    }

    private mutating func readDate(from list: UnsafeMutablePointer<GstTagList>) {
        var dateTime: OpaquePointer?
        if gst_tag_list_get_date_time(list, GST_TAG_DATE_TIME, &dateTime) != 0, let dateTime {
            defer { gst_date_time_unref(dateTime) }
            if let text = gst_date_time_to_iso8601_string(dateTime) {
                date = String(cString: text)
                g_free(text)
            }
        }
    }

    /// The picture that is marked as the front cover, else the first picture, else the preview.
    private static func bestImage(in list: UnsafeMutablePointer<GstTagList>) -> TagImage? {
        var best: (rank: Int, image: TagImage)?
        for (tag, base) in [(GST_TAG_IMAGE, 0), (GST_TAG_PREVIEW_IMAGE, 10)] {
            for index in 0..<min(gst_tag_list_get_tag_size(list, tag), 16) {
                var sample: OpaquePointer?
                guard gst_tag_list_get_sample_index(list, tag, index, &sample) != 0, let sample else { continue }
                defer { gst_sample_unref(sample) }
                let rank = base + (isFrontCover(sample) ? 0 : 1)
                if let best, best.rank <= rank { continue }
                if let image = TagImage(sample, limit: limits.image) { best = (rank, image) }
            }
        }
        return best?.image
    }

    private static func isFrontCover(_ sample: OpaquePointer) -> Bool {
        guard let info = gst_sample_get_info(sample) else { return false }
        var type: Int32 = 0
        return gst_structure_get_enum(info, "image-type", gst_tag_image_type_get_type(), &type) != 0
            && type == Int32(GST_TAG_IMAGE_TYPE_FRONT_COVER.rawValue)
    }
}

/// A copy of a picture in a tag.
public struct TagImage: Hashable, Sendable {
    /// The type, such as `image/jpeg`, `image/png` or `text/uri-list`.
    public let mediaType: String
    public let bytes: [UInt8]

    package init?(_ sample: OpaquePointer, limit: Int) {
        guard let caps = gst_sample_get_caps(sample), let structure = gst_caps_get_structure(caps, 0),
            let buffer = gst_sample_get_buffer(sample)
        else { return nil }
        let size = Int(gst_buffer_get_size(buffer))
        guard size > 0, size <= limit else { return nil }
        mediaType = String(cString: gst_structure_get_name(structure))
        bytes = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            count = Int(gst_buffer_extract(buffer, 0, target.baseAddress, gsize(size)))
        }
    }
}
