internal import MediaContainers
internal import PlayerCore

extension ID3Frame {
    /// Returns the strings of a text frame (`T…`).
    ///
    /// Version 2.4 separates them by zeros; so do many writers of 2.3, whose own separator `/` also occurs in names.
    func strings(_ limits: ProbeLimits) throws(ProbeError) -> [String] {
        var text = ID3Text(try content.bytes(at: 0, upTo: limits.text * 2), limit: limits.text)
        return text?.all() ?? []
    }

    /// Returns the text and the topic of a comment (`COMM`).
    func comment(_ limits: ProbeLimits) throws(ProbeError) -> (topic: String, text: String)? {
        let bytes = try content.bytes(at: 0, upTo: limits.text * 2)
        guard bytes.count > 4, let encoding = bytes.first else { return nil }
        var text = ID3Text([encoding] + bytes.dropFirst(4), limit: limits.text)
        guard let topic = text?.next(), let comment = text?.next(), let comment = BoundedText.trimmed(comment) else {
            return nil
        }
        return (topic, comment)
    }

    /// Returns the link of a `W…` frame; `WXXX` has a description before it.
    func link(_ limits: ProbeLimits) throws(ProbeError) -> String? {
        var bytes = try content.bytes(at: 0, upTo: limits.text)
        if id == "WXXX" {
            var description = ID3Text(bytes, limit: limits.text)
            _ = description?.next()
            bytes = description?.remaining ?? []
        }
        var link = ID3Text(bytes, encoding: .latin1, limit: limits.text)
        return link.next().flatMap(BoundedText.trimmed)
    }

    /// Returns a picture (`APIC`) and its type: 3 is the front cover (id3v2.4.0-frames section 4.14).
    func picture(uri: String, _ limits: ProbeLimits) throws(ProbeError) -> (type: UInt8, image: ImageSource)? {
        let head = try content.bytes(at: 0, upTo: min(content.length, 4_096))
        var cursor = ByteCursor(head)
        guard let encoding = cursor.take(1)?.first, let mediaType = cursor.takeUntilZero(),
            let type = cursor.take(1)?.first
        else { throw .truncated }
        var description = ID3Text(
            cursor.rest, encoding: ID3Text.Encoding(rawValue: encoding) ?? .latin1, limit: limits.text)
        guard description.hasTerminator else { throw .malformed("its picture's description does not end") }
        _ = description.next()
        let data = content.dropFirst(head.count - description.remaining.count)
        if mediaType.elementsEqual("-->".utf8) {
            return PictureLink.image(try data.bytes(at: 0, upTo: limits.text)).map { (type, $0) }
        }
        let name = PictureLink.mediaType(BoundedText.latin1(mediaType, limit: 64))
        guard let image = data.embedded(uri: uri, mediaType: name) else {
            guard data.length > 0 else { return nil }
            throw .malformed("its picture is packed twice or inside of a packed chapter")
        }
        return (type, .embedded(image))
    }
}
