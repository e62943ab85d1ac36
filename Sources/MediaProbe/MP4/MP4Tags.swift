internal import MediaContainers
internal import PlayerCore

/// Reads a movie's tags: iTunes' list, QuickTime's keys, QuickTime's user data, in this order.
struct MP4TagReader {
    let boxes: MP4Boxes
    let uri: String
    let isQuickTime: Bool

    private(set) var fields = MediaDetails.Fields()
    private(set) var tags = MediaTags()
    private(set) var artwork: ImageSource?

    init(_ boxes: MP4Boxes, uri: String, isQuickTime: Bool) {
        self.boxes = boxes
        self.uri = uri
        self.isQuickTime = isQuickTime
    }

    /// Earlier values take precedence.
    mutating func read(_ movie: MP4Movie) {
        let userData = movie.userData.map(boxes.children) ?? []
        for meta in userData.filter({ $0.type == "meta" }) + [movie.metadata].compactMap(\.self) {
            read(metadata: meta)
        }
        for box in userData { read(userData: box) }
    }

    // MARK: Lists of items

    private mutating func read(metadata meta: MP4Box) {
        // QuickTime's box has no version and flags: its first box begins in their place.
        let start = boxes.attempt(meta) { box throws(ProbeError) -> Int64? in
            var fields = try boxes.fields(of: box, atMost: 8)
            try fields.skip(4)
            return try fields.type() == "hdlr" ? 0 : 4
        }
        guard let start else { return }
        let children = boxes.children(of: meta.dropping(start))
        guard let list = children.first(where: { $0.type == "ilst" }) else { return }
        let keys = children.first { $0.type == "keys" }.map(keys)
        var found = Items()
        for item in boxes.children(of: list) {
            if let keys {
                let index = Int(item.type.code) - 1
                if keys.indices.contains(index) { found.add(self, item, key: keys[index]) }
            } else if item.type == "----" {
                if let key = freeKey(item) { found.add(self, item, key: key) }
            } else {
                found.add(self, item, type: item.type)
            }
        }
        fold(found)
    }

    /// The names to which the list's items refer by number (QuickTime File Format, "Metadata item keys atom").
    private func keys(_ box: MP4Box) -> [String] {
        let prefix = "com.apple.quicktime."
        return boxes.children(of: box.dropping(8)).map { key in
            boxes.attempt(key) { box throws(ProbeError) in
                let name = MP4Text.string(try boxes.fields(of: box, atMost: 128).rest, .utf8, limit: 128).lowercased()
                return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
            } ?? ""
        }
    }

    /// The name of a `----` item, which is in a name space.
    private func freeKey(_ item: MP4Box) -> String? {
        boxes.attempt(boxes.children(of: item).first { $0.type == "name" }) { box throws(ProbeError) in
            var fields = try boxes.fields(of: box, atMost: 128)
            try fields.skip(4)
            return MP4Text.string(fields.rest, .utf8, limit: 128).lowercased()
        }
    }

    /// The texts, numbers and pictures of one list, by their meaning.
    private struct Items {
        var texts: [String: [String]] = [:]
        var numbers: [String: Int32] = [:]
        var artwork: ImageSource?

        private static let textNames: [MP4BoxType: String] = [
            "©nam": "title", "©ART": "artist", "©alb": "album", "©gen": "genre", "©day": "creationdate",
            "desc": "description", "ldes": "synopsis", "©cmt": "comment", "tvsh": "show",
            "aART": "albumartist", "©wrt": "composer", "©lyr": "lyrics",
        ]
        private static let textKeys: Set<String> = [
            "title", "artist", "album", "genre", "creationdate", "date", "year", "description", "synopsis", "comment",
            "show", "itunextc",
        ]

        mutating func add(_ reader: MP4TagReader, _ item: MP4Box, type: MP4BoxType) {
            switch type {
            case "covr": artwork = artwork ?? reader.picture(item)
            case "tvsn": numbers["season"] = reader.number(item)
            case "tves": numbers["episode"] = reader.number(item)
            case "trkn": numbers["track"] = reader.numberOfSeveral(item)
            case "disk": numbers["disc"] = reader.numberOfSeveral(item)
            case "tmpo": numbers["tempo"] = reader.number(item).flatMap { $0 > 0 ? $0 : nil }
            default: if let name = Self.textNames[type] { texts[name, default: []] += reader.texts(item) }
            }
        }

        mutating func add(_ reader: MP4TagReader, _ item: MP4Box, key: String) {
            if key == "artwork" { artwork = artwork ?? reader.picture(item) }
            if Self.textKeys.contains(key) { texts[key, default: []] += reader.texts(item) }
        }

        func first(_ names: String...) -> String? { names.lazy.compactMap { texts[$0]?.first }.first }
    }

    private mutating func fold(_ items: Items) {
        fields.title = fields.title ?? items.first("title")
        fields.artist = fields.artist ?? items.texts["artist"].flatMap { $0.isEmpty ? nil : $0 }
        fields.album = fields.album ?? items.first("album", "show")
        fields.genre = fields.genre ?? items.texts["genre"].flatMap { $0.isEmpty ? nil : $0 }
        fields.date = fields.date ?? items.first("creationdate", "date", "year")
        fields.description = fields.description ?? items.first("description", "synopsis", "comment")
        fields.season = fields.season ?? items.numbers["season"]
        fields.episode = fields.episode ?? items.numbers["episode"]
        fields.contentRating = fields.contentRating ?? items.first("itunextc").flatMap(Self.rating)
        artwork = artwork ?? items.artwork
        if tags.albumArtists.isEmpty { tags.albumArtists = items.texts["albumartist"] ?? [] }
        if tags.composers.isEmpty { tags.composers = items.texts["composer"] ?? [] }
        if tags.comments.isEmpty { tags.comments = items.texts["comment"] ?? [] }
        tags.lyrics = tags.lyrics ?? items.first("lyrics")
        tags.trackNumber = tags.trackNumber ?? items.numbers["track"]
        tags.discNumber = tags.discNumber ?? items.numbers["disc"]
        tags.beatsPerMinute = tags.beatsPerMinute ?? items.numbers["tempo"]
    }

    /// Returns the rating in `mpaa|PG-13|300|`: the organisation, the rating, its rank.
    private static func rating(_ text: String) -> String? {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return text }
        return parts[1].isEmpty ? nil : String(parts[1])
    }

    // MARK: Values

    private enum Kind {
        static let utf16: UInt32 = 2
        static let mediaTypes: [UInt32: String] = [12: "image/gif", 13: "image/jpeg", 14: "image/png", 27: "image/bmp"]
    }

    /// Returns the values of an item: their kinds and places.
    private func values(_ item: MP4Box) -> [(kind: UInt32, box: MP4Box)] {
        boxes.children(of: item).filter { $0.type == "data" }.compactMap { data in
            boxes.attempt(data) { box throws(ProbeError) in
                var header = try boxes.fields(of: box, atMost: 8)
                let kind = try header.u32()
                try header.skip(4)
                return (kind, box.dropping(8))
            }
        }
    }

    private func texts(_ item: MP4Box) -> [String] {
        values(item).compactMap { value in
            boxes.attempt(value.box) { box throws(ProbeError) in
                let bytes = try boxes.fields(of: box, atMost: boxes.limits.text + 4).rest
                let text = MP4Text.string(
                    bytes, value.kind == Kind.utf16 ? .utf16 : .undeclared, limit: boxes.limits.text)
                return text.isEmpty ? nil : text
            }
        }
    }

    /// A number of one to four bytes: writers differ.
    private func number(_ item: MP4Box) -> Int32? {
        guard let value = values(item).first else { return nil }
        return boxes.attempt(value.box) { box throws(ProbeError) in
            let bytes = try boxes.fields(of: box, atMost: 8).rest
            return bytes.isEmpty ? nil : Int32(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }

    /// The number of a track or disc: two unused bytes, the number, the count.
    private func numberOfSeveral(_ item: MP4Box) -> Int32? {
        guard let value = values(item).first else { return nil }
        return boxes.attempt(value.box) { box throws(ProbeError) in
            var fields = try boxes.fields(of: box, atMost: 4)
            try fields.skip(2)
            let number = Int32(try fields.u16())
            return number > 0 ? number : nil
        }
    }

    /// The place of the first picture; its bytes are not read.
    private func picture(_ item: MP4Box) -> ImageSource? {
        for value in values(item) where value.box.length > 0 {
            let length = Int(clamping: value.box.length)
            guard boxes.contains(value.box.content.lowerBound, length) else { continue }
            return .embedded(
                EmbeddedImage(
                    uri: uri, offset: value.box.content.lowerBound, length: length,
                    mediaType: Kind.mediaTypes[value.kind]))
        }
        return nil
    }

    // MARK: QuickTime's user data

    /// Reads `©nam` and similar boxes directly in `udta`: a length, a language and the text, once for each language.
    private mutating func read(userData box: MP4Box) {
        guard ["©nam", "©ART", "©alb", "©gen", "©day", "©cmt", "©des"].contains(box.type) else { return }
        let text = boxes.attempt(box) { box throws(ProbeError) -> String? in
            var fields = try boxes.fields(of: box, atMost: 4 + boxes.limits.text)
            let length = Int(try fields.u16())
            let isMacintosh = MP4Language.isMacintosh(try fields.u16())
            let text = MP4Text.string(
                fields.rest.prefix(length), isMacintosh ? .undeclared : .utf8, limit: boxes.limits.text)
            return text.isEmpty ? nil : text
        }
        guard let text else { return }
        switch box.type {
        case "©nam": fields.title = fields.title ?? text
        case "©ART": fields.artist = fields.artist ?? [text]
        case "©alb": fields.album = fields.album ?? text
        case "©gen": fields.genre = fields.genre ?? [text]
        case "©day": fields.date = fields.date ?? text
        default: fields.description = fields.description ?? text
        }
    }
}
