internal import PlayerCore

/// Reads WebVTT files whose cues are pictures: the address of each, with `#xywh=x,y,width,height` for a part of it.
enum WebVTTStoryboard {
    /// Cues as they are, in order of time; addresses are not resolved. Empty for any other file.
    ///
    /// Cues whose times or addresses cannot be read are left out.
    static func cues(_ text: SidecarText) -> [(time: MediaTime, reference: Substring, area: Storyboard.Area?)] {
        let lines = text.lines
        guard lines.first?.hasPrefix("WEBVTT") == true else { return [] }
        var cues: [(time: MediaTime, reference: Substring, area: Storyboard.Area?)] = []
        for case .cue(let block) in CueBlocks.read(lines, .webVTT) where cues.count < Storyboard.most {
            let words = block.lines.first?.split(whereSeparator: \.isWhitespace) ?? []
            guard words.count == 1, let cue = picture(words[0]) else { continue }
            cues.append((MediaTime(nanoseconds: block.start * 1_000_000), cue.reference, cue.area))
        }
        return cues.sorted { $0.time < $1.time }
    }

    /// A picture's address without its fragment, and the area in that; nil if it is no picture, or if its area is not
    /// one.
    static func picture(_ text: Substring) -> (reference: Substring, area: Storyboard.Area?)? {
        let reference = text.prefix { $0 != "#" }
        let ending = reference.prefix { $0 != "?" }.lowercased()
        guard PictureFinder.extensions.contains(where: { ending.hasSuffix("." + $0) }) else { return nil }
        let fragment = text[reference.endIndex...].dropFirst()
        guard let part = fragment.split(separator: "&").first(where: { $0.hasPrefix("xywh=") }) else {
            return (reference, nil)
        }
        var numbers = part.dropFirst("xywh=".count)
        if numbers.hasPrefix("pixel:") { numbers = numbers.dropFirst("pixel:".count) }
        let values = numbers.split(separator: ",", omittingEmptySubsequences: false).compactMap { UInt16($0) }
        guard values.count == 4, values[2] > 0, values[3] > 0 else { return nil }
        return (
            reference,
            Storyboard.Area(x: Int(values[0]), y: Int(values[1]), width: Int(values[2]), height: Int(values[3]))
        )
    }
}
