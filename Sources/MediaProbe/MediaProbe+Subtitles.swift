public import MediaContainers
public import PlayerCore

extension MediaProbe {
    /// Describes a subtitle file by its name alone, without an item beside it: `Film.pt-BR.srt`.
    ///
    /// - Returns: nil if its extension is not that of a known format.
    public static func subtitles(uri: String) -> SubtitleSidecar? {
        guard let path = FileURI.path(of: uri) else { return nil }
        let name = String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        let format = ending == "txt" ? .text : SubtitleSidecar.Format(rawValue: ending)
        guard let format else { return nil }
        // The words after the last dot before the extension; everything before is the name of the film.
        let stem = name[..<dot]
        let words = stem.lastIndex(of: ".").map { stem[$0...] } ?? ""
        let told = SubtitleName(words)
        return SubtitleSidecar(
            uri: uri, language: told.language, title: told.isRecognised ? told.title : String(stem),
            traits: told.traits.union(.external), format: format)
    }

    /// Returns the lines of a local file as an ASS script.
    ///
    /// - Parameter sidecar: nil if only the content shows the format.
    /// - Returns: the script, or the reason, a clause, why there is nothing to show. Blocks.
    public static func readSubtitles(
        _ sidecar: SubtitleSidecar?, path: [UInt8]
    ) -> Result<[UInt8], SubtitleFault> {
        do throws(ProbeError) {
            return readSubtitles(
                sidecar, bytes: try content(path), uri: FileURI.uri(of: path)
            ) { uri throws(ProbeError) in
                guard let path = FileURI.path(of: uri) else { throw .unreadable("it is not a local file") }
                return try content(path)
            }
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }

    private static func content(_ path: [UInt8]) throws(ProbeError) -> [UInt8] {
        let file = try RegularFile(path)
        guard file.length <= SidecarFinder.largest else {
            throw .tooMuch("it is larger than \(SidecarFinder.largest >> 20) MiB")
        }
        return try file.read(0, Int(file.length))
    }

    /// The maximum size of a subtitle file in bytes.
    public static var largestSubtitles: Int { Int(SidecarFinder.largest) }

    /// The same for the bytes of a file.
    private static func readSubtitles(
        _ sidecar: SubtitleSidecar?, bytes: [UInt8]
    ) -> Result<[UInt8], SubtitleFault> {
        do throws(ProbeError) {
            let text = TextGuess.text(bytes, language: sidecar?.language ?? "und")
            guard let format = sidecar?.format ?? SubtitleText.format(of: text) else {
                throw .malformed("it is in no known format of subtitles")
            }
            return .success(try SubtitleText.script(text, format))
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }
}

extension MediaProbe {
    /// Returns the lines of subtitles that may be a list of segments, as an ASS script. Blocks.
    ///
    /// - Parameters:
    ///   - bytes: of the file or the playlist.
    ///   - uri: of the file, for relative references.
    ///   - load: returns the bytes of a segment.
    public static func readSubtitles(
        _ sidecar: SubtitleSidecar?, bytes: [UInt8], uri: String, load: (String) throws(ProbeError) -> [UInt8]
    ) -> Result<[UInt8], SubtitleFault> {
        guard case .media(let playlist) = HLSPlaylist.read(bytes, uri: uri) else {
            return readSubtitles(sidecar, bytes: bytes)
        }
        do throws(ProbeError) {
            return .success(try HLSSubtitles.script(playlist, uri: uri, load: load))
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }
}

/// Why a subtitle file cannot be shown, as a clause.
public struct SubtitleFault: Error, Hashable, Sendable {
    public var message: String

    public init(message: String) { self.message = message }
}

extension MediaProbe {
    /// Returns the BCP 47 tag of a language: for a tag, a code of two or three letters, or a name in one of several
    /// languages (`pt-BR`, `ger`, `Deutsch`); nil for other words.
    public static func language(named text: String) -> String? {
        let words = SubtitleName.words(of: text)
        guard let (tag, count) = LanguageNames.match(words[...]), count == words.count, tag != "und" else { return nil }
        return tag
    }

    /// Returns the English name of a BCP 47 tag (`Japanese`, `Portuguese (pt-AO)`), or the tag itself if its language
    /// has no name here; nil for `und`.
    public static func languageName(_ tag: String) -> String? {
        tag == "und" ? nil : LanguageNames.english(tag) ?? tag
    }
}
