internal import MediaContainers
internal import PlayerCore

/// The Attachments element, of which the cover and the fonts are relevant (RFC 9559 sections 5.1.6 and 21.1). They are
/// located, not read.
struct MatroskaAttachments {
    private struct File {
        var name = ""
        var mediaType = ""
        var data: EBMLElement?
    }

    private var best: (rank: Int, file: File)?
    /// The fonts, in file order.
    private(set) var fonts: [AttachedFont] = []

    /// Reads one Attachments element; what was read before an error is kept.
    mutating func read(_ element: EBMLElement, until end: Int64?, _ ebml: EBMLReader) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            if child.id == MatroskaID.attachedFile { try readFile(child, ebml) }
        }
    }

    /// Returns the best picture: the first of cover, cover_land, small_cover, small_cover_land, any other picture.
    func artwork(uri: String) -> ImageSource? {
        guard let file = best?.file, let data = file.data, let size = data.size.flatMap(Int.init(exactly:)) else {
            return nil
        }
        let mediaType = Self.isPicture(file) ? file.mediaType : Self.mediaType(of: Self.parts(of: file).type)
        return .embedded(EmbeddedImage(uri: uri, offset: data.start, length: size, mediaType: mediaType))
    }

    private mutating func readFile(_ element: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
        var file = File()
        var name = ""
        try ebml.children(of: element) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.fileName:
                name = try ebml.text(child)
                file.name = name.lowercased()
            case MatroskaID.fileMediaType: file.mediaType = try ebml.text(child).lowercased()
            case MatroskaID.fileData: file.data = child
            default: break
            }
        }
        if Self.isFont(file) { takeFont(file, name, ebml) }
        guard let rank = Self.rank(file), let end = file.data?.end, file.data?.size != 0 else { return }
        if let length = ebml.bytes.length, end > length {
            ebml.note("An attached picture reaches beyond the end of the file.")
        } else if best.map({ rank < $0.rank }) ?? true {
            best = (rank, file)
        }
    }

    private mutating func takeFont(_ file: File, _ name: String, _ ebml: EBMLReader) {
        guard let data = file.data, let size = data.size.flatMap(Int.init(exactly:)), size > 0,
            size <= AttachedFont.largest, fonts.count < AttachedFont.most
        else { return ebml.note("An attached font is too large, or there are too many of them.") }
        if let length = ebml.bytes.length, data.start + Int64(size) > length {
            return ebml.note("An attached font reaches beyond the end of the file.")
        }
        fonts.append(AttachedFont(name: name, offset: data.start, length: size))
    }

    /// By the media types that the standard and older writers use, or by the name: other types are frequent.
    private static func isFont(_ file: File) -> Bool {
        let types = [
            "application/x-truetype-font", "application/x-font-ttf", "application/x-font-otf",
            "application/vnd.ms-opentype", "application/x-font", "application/font-sfnt",
        ]
        return types.contains(file.mediaType) || file.mediaType.hasPrefix("font/")
            || ["ttf", "otf", "ttc", "otc"].contains(parts(of: file).type)
    }

    /// Nil if the file is not a picture. The names should be lower case, but not all writers comply.
    private static func rank(_ file: File) -> Int? {
        let parts = parts(of: file)
        let named = ["cover", "cover_land", "small_cover", "small_cover_land"]
        if isPicture(file) { return named.firstIndex(of: parts.name) ?? named.count }
        return mediaType(of: parts.type) == nil ? nil : named.firstIndex(of: parts.name)
    }

    private static func isPicture(_ file: File) -> Bool { file.mediaType.hasPrefix("image/") }

    private static func parts(of file: File) -> (name: String, type: String) {
        guard let dot = file.name.lastIndex(of: ".") else { return (file.name, "") }
        return (String(file.name[..<dot]), String(file.name[file.name.index(after: dot)...]))
    }

    private static func mediaType(of suffix: String) -> String? {
        switch suffix {
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "webp": "image/webp"
        default: nil
        }
    }
}
