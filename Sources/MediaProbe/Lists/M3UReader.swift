internal import PlayerCore

/// Reads M3U and M3U8: an address or path per line, with Winamp's extension in the line before it (`#EXTINF:123,Artist
/// - Title`). There is no specification; HLS has the same name and is something else.
///
/// Any text has lines, and a name that ends in `.m3u` may lead to any text: its lines must not be told to whoever may only
/// open addresses. Unless a line of the extension comes before all others, only lines that end as media do are names of files, and
/// addresses with a login are left out.
enum M3UReader {
    static func read(_ bytes: [UInt8], _ base: ListBase) -> MediaList {
        var list = MediaList()
        var extra = Extra()
        let lines = ListText(bytes)
        var (isDeclared, hasBegun) = (false, false)
        lines.forEachLine { line in
            if line.first == UInt8(ascii: "#") {
                isDeclared = isDeclared || !hasBegun && line.starts(with: "#EXT".utf8)
                extra.take(lines.text(line), &list)
            } else {
                hasBegun = true
                switch base.target(ofLine: line, text: lines.text(line)) {
                case .uri(let uri) where !isDeclared && !isName(uri):
                    list.leaveOut("it does not end as names of media do, and the list does not begin with #EXTM3U")
                case .uri(let uri): list.add(extra.entry(uri, base))
                case .none(let reason): list.leaveOut(reason)
                }
                extra = Extra(album: extra.album)
            }
            return !list.isCut
        }
        return list
    }

    /// Whether an address is remote, or its last part ends as media and lists do. A login belongs to nobody who may only open
    /// addresses.
    static func isName(_ uri: String) -> Bool {
        guard uri.hasPrefix("file:") else { return uri.withoutLogin == uri }
        let name = uri.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        return MediaEndings.video.contains(ending) || MediaEndings.sound.contains(ending) || others.contains(ending)
    }

    /// Lists, and media that sidecars and seasons are not looked for.
    private static let others = Set(
        """
        m3u m3u8 pls xspf mpd rss xml cue
        wma ape mpc mpp mp+ wv aif aiff aifc amr awb ac3 eac3 dts mka spx mpga mp1 mp2 mpa tta caf au snd dff dsf w64 mid midi kar
        mod xm it s3m m4r m4p alac weba oma shn ra tak ofr mlp thd 669 sid spc nsf vgm gbs
        3gp 3g2 3gpp vob m1v m2v mpv divx xvid ogm ogx asf f4v mts m2t trp dv mxf nut y4m ivf h264 264 hevc 265 rm rmvb qt mk3d iso
        """.split { " \n".contains($0) }.map(String.init))

    /// The properties in the lines before an entry.
    private struct Extra {
        var fields = MediaDetails.Fields()
        var duration: MediaTime?
        var artwork: String?
        /// `#EXTALB`, which applies until the next one.
        var album: String?

        init(album: String? = nil) { self.album = album }

        mutating func take(_ line: String, _ list: inout MediaList) {
            guard let colon = line.firstIndex(of: ":") else { return }
            let value = line[line.index(after: colon)...]
            switch line[..<colon].uppercased() {
            case "#EXTINF": takeInfo(value)
            case "#EXTALB": album = Self.text(value)
            case "#EXTART": fields.artist = Self.text(value).map { [$0] }
            case "#EXTGENRE": fields.genre = Self.text(value).map { [$0] }
            case "#EXTIMG", "#EXTALBUMARTURL": artwork = Self.text(value)
            case "#PLAYLIST": list.title = list.title ?? Self.text(value)
            default: break
            }
        }

        /// Parses `123 tvg-logo="…",Title`: seconds, IPTV attributes, and the displayed title.
        private mutating func takeInfo(_ value: Substring) {
            let seconds = value.utf8.prefix { (48...57).contains($0) || $0 == 45 || $0 == 46 || $0 == 32 }
            let digits = String(decoding: seconds.filter { $0 != 32 }, as: UTF8.self)
            if let number = Double(digits), number > 0 { duration = MediaTime(seconds: number) }
            var isQuoted = false
            let comma = value.utf8.firstIndex { byte in
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                return byte == UInt8(ascii: ",") && !isQuoted
            }
            guard let comma = comma ?? value.firstIndex(of: ",") else { return }
            takeTitle(value[value.index(after: comma)...])
            guard let logo = value[..<comma].firstRange(of: "tvg-logo=\"") else { return }
            artwork = Self.text(value[logo.upperBound...].prefix { $0 != "\"" })
        }

        /// Parses `Artist - Title`, as Winamp writes it, or a title.
        private mutating func takeTitle(_ value: Substring) {
            guard let dash = Self.dash(in: value), let artist = Self.text(value[..<dash.lowerBound]),
                let title = Self.text(value[dash.upperBound...])
            else {
                fields.title = Self.text(value)
                return
            }
            fields.title = title
            fields.artist = fields.artist ?? [artist]
        }

        /// The first ` - `. A list has a title a line: comparing characters would take most of its time.
        private static func dash(in value: Substring) -> Range<Substring.Index>? {
            let bytes = value.utf8
            var index = bytes.startIndex
            while let next = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
                let end = bytes.index(after: next)
                if next > bytes.startIndex, end < bytes.endIndex, bytes[end] == 0x20,
                    bytes[bytes.index(before: next)] == 0x20
                {
                    return bytes.index(before: next)..<bytes.index(after: end)
                }
                index = end
            }
            return nil
        }

        func entry(_ uri: String, _ base: ListBase) -> ListEntry {
            var fields = fields
            fields.album = album
            fields.artwork = artwork.flatMap { base.companion($0) }
            return ListEntry(fields.described(uri), duration: duration)
        }

        private static func text(_ value: Substring) -> String? {
            SidecarText.clean(value, limit: MediaList.longestText)
        }
    }
}
