internal import MediaContainers
public import PlayerCore

extension MediaProbe {
    /// What a file of subtitles is by its name alone, where it lies beside nothing: `Film.pt-BR.srt`.
    ///
    /// - Returns: nil where its ending tells no format.
    public static func subtitles(uri: String) -> SubtitleSidecar? {
        guard let path = FileURI.path(of: uri) else { return nil }
        let name = String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        let format = ending == "txt" ? .text : SubtitleSidecar.Format(rawValue: ending)
        guard let format else { return nil }
        // The words behind the last dot before the ending: what stands in front is whatever the film is called.
        let stem = name[..<dot]
        let words = stem.lastIndex(of: ".").map { stem[$0...] } ?? ""
        let told = SubtitleName(words)
        return SubtitleSidecar(
            uri: uri, language: told.language, title: told.isRecognised ? told.title : String(stem),
            traits: told.traits.union(.external), format: format)
    }

    /// The lines of a local file as a script of ASS.
    ///
    /// - Parameters:
    ///   - sidecar: nil where only the file tells what it is.
    ///   - convert: bytes from an encoding, as iconv calls it; nil where they are not in it.
    /// - Returns: the reason, a clause, where there is nothing to show. Blocks.
    public static func readSubtitles(
        _ sidecar: SubtitleSidecar?, path: [UInt8], convert: ([UInt8], String) -> String?
    ) -> Result<[UInt8], SubtitleFault> {
        do throws(ProbeError) {
            let file = try RegularFile(path)
            guard file.length <= SidecarFinder.largest else {
                throw .tooMuch("it is larger than \(SidecarFinder.largest >> 20) MiB")
            }
            return readSubtitles(sidecar, bytes: try file.read(0, Int(file.length)), convert: convert)
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }

    /// Bytes of a file of subtitles that are read.
    public static var largestSubtitles: Int { Int(SidecarFinder.largest) }

    /// The same of the bytes of a file.
    public static func readSubtitles(
        _ sidecar: SubtitleSidecar?, bytes: [UInt8], convert: ([UInt8], String) -> String?
    ) -> Result<[UInt8], SubtitleFault> {
        do throws(ProbeError) {
            var text = SubtitleEncoding.unicode(bytes)
            for encoding in SubtitleEncoding.likely(for: sidecar?.language ?? "und") where text == nil {
                text = convert(bytes, encoding)
            }
            guard let text else { throw .malformed("it is not text") }
            guard let format = sidecar?.format ?? SubtitleText.format(of: text) else {
                throw .malformed("it is in no known format of subtitles")
            }
            return .success(try SubtitleText.script(text, format))
        } catch {
            return .failure(SubtitleFault(message: error.message))
        }
    }
}

/// Why a file of subtitles cannot be shown: a clause.
public struct SubtitleFault: Error, Hashable, Sendable {
    public var message: String

    public init(message: String) { self.message = message }
}

extension MediaProbe {
    /// The language that somebody means, as a BCP 47 tag: a tag, a code of two or three letters, or a name in one of several
    /// languages (`pt-BR`, `ger`, `Deutsch`); nil for other words.
    public static func language(named text: String) -> String? {
        let words = SubtitleName.words(of: text)
        guard let (tag, count) = LanguageNames.match(words[...]), count == words.count, tag != "und" else { return nil }
        return tag
    }
}
