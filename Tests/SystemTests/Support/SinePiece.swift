import Foundation
import MediaContainers
import TestSupport
import Testing

/// A part of one endless sine of 440 Hz at 48 kHz, as a file of a codec that has to be cut at its ends.
enum SinePiece: String, CaseIterable, CustomTestStringConvertible {
    static let rate = 48_000
    static let frequency = 440.0
    /// Samples in a frame of AAC.
    private static let frame = 1_024
    /// Samples in a frame of FLAC, where it matters.
    private static let flacFrame = 1_152
    private static let amplitude = 8_000.0

    case flac, vorbis, opus
    /// FFmpeg's header.
    case lame
    case shine
    /// A header with LAME's own name, and other numbers.
    case lameOfItsOwn
    /// The same, written by a program with another name.
    case otherNumbers
    /// No header, but iTunes' comment.
    case taggedMP3
    /// MP4 with an edit list.
    case aac
    /// MP4 without an edit list, but with iTunes' comment.
    case taggedAAC
    /// AAC without a container: nobody says what the encoder added.
    case bareAAC
    case matroskaOpus
    /// FFmpeg lets all but the first packet be a millisecond later.
    case webmOpus
    /// With an edit list in the ticks of the movie.
    case mp4Opus
    /// Without an edit list.
    case fragmentedOpus, fragmentedAAC
    /// Packets that are no whole milliseconds.
    case matroskaFLAC, matroskaPCM
    /// With FFmpeg's header as its first packet.
    case matroskaMP3
    /// Nothing says what the encoder added.
    case plainMatroskaAAC
    /// With a CodecDelay.
    case matroskaAAC
    /// With a CodecDelay, and a DiscardPadding in the last block.
    case paddedAAC, paddedMP3, paddedVorbis, paddedFLAC

    var testDescription: String { rawValue }

    /// What is put before and after so many samples of sound in the pieces whose header is rewritten.
    private func added(to samples: Int) -> (before: Int, after: Int) {
        switch self {
        case .lameOfItsOwn: (700, 431)
        case .otherNumbers: (431, 700)
        case .paddedAAC, .paddedVorbis: (431, 0)
        // The last frame is whole.
        case .paddedFLAC: (Self.flacFrame - (samples + 431) % Self.flacFrame, 431)
        default: (0, 0)
        }
    }

    /// What a Matroska file says to precede so many samples of sound; nil for files that say nothing.
    private func delay(of samples: Int) -> Int? {
        switch self {
        case .matroskaAAC: Self.frame
        case .paddedAAC: Self.frame + added(to: samples).before
        // LAME's own delay, and that of decoders.
        case .paddedMP3: 576 + 529
        case .paddedVorbis, .paddedFLAC: added(to: samples).before
        default: nil
        }
    }

    /// Writes samples of the sine.
    ///
    /// - Returns: the `file:` URI.
    func write(_ samples: Range<Int>, as name: String, in folder: String) throws -> String {
        let wave = "\(folder)/\(name).wav"
        let (before, after) = added(to: samples.count)
        try Self.wave(samples, before: before, after: after).write(to: URL(fileURLWithPath: wave))
        let (ending, options) = codec
        let path = "\(folder)/\(name).\(ending)"
        let made = try ChildProcess.run("ffmpeg", ["-v", "error", "-i", wave, "-bitexact"] + options + [path])
        guard made.end == .exited(0) else { throw Failure("\(rawValue): \(made.errors)") }
        if self == .matroskaMP3 {
            let muxed = "\(folder)/\(name).mka"
            let made = try ChildProcess.run("mkvmerge", ["-q", "-o", muxed, path])
            guard made.end == .exited(0) else { throw Failure("\(rawValue): \(made.errors)") }
            try FileManager.default.removeItem(atPath: wave)
            return URL(fileURLWithPath: muxed).absoluteString
        }
        try FileManager.default.removeItem(atPath: wave)
        if let delay = delay(of: samples.count) {
            let all = try Self.decoded(path)
            // FFmpeg 5 writes none.
            let told = try ChildProcess.run(
                "mkvpropedit",
                ["--edit", "track:a1", "--set", "codec-delay=\(delay * 1_000_000_000 / Self.rate)", path])
            guard told.end == .exited(0) else { throw Failure("\(rawValue): \(told.errors)") }
            // It writes a padding for MP3.
            if [.paddedAAC, .paddedVorbis, .paddedFLAC].contains(self) {
                let url = URL(fileURLWithPath: path)
                let file = [UInt8](try Data(contentsOf: url))
                try Data(Self.padded(file, by: all - delay - samples.count)).write(to: url)
            }
        }
        if let change {
            let url = URL(fileURLWithPath: path)
            try Data(change([UInt8](try Data(contentsOf: url)), samples.count)).write(to: url)
        }
        return URL(fileURLWithPath: path).absoluteString
    }

    private var codec: (ending: String, options: [String]) {
        let aac = ["-c:a", "aac", "-b:a", "160k"]
        let fragmented = ["-movflags", "frag_keyframe+empty_moov"]
        return switch self {
        case .flac: ("flac", [])
        case .vorbis: ("ogg", ["-c:a", "libvorbis", "-q:a", "6"])
        case .opus: ("opus", ["-c:a", "libopus", "-b:a", "160k"])
        case .lame, .lameOfItsOwn, .otherNumbers: ("mp3", ["-c:a", "libmp3lame", "-b:a", "192k"])
        case .shine: ("mp3", ["-c:a", "libshine", "-b:a", "192k"])
        case .taggedMP3: ("mp3", ["-c:a", "libmp3lame", "-b:a", "192k", "-write_xing", "0", "-id3v2_version", "0"])
        case .aac: ("m4a", aac)
        case .taggedAAC: ("m4a", aac + ["-use_editlist", "0"])
        case .bareAAC: ("aac", aac)
        case .matroskaOpus: ("mka", ["-c:a", "libopus", "-b:a", "160k"])
        case .webmOpus: ("webm", ["-c:a", "libopus", "-b:a", "160k"])
        case .mp4Opus: ("mp4", ["-c:a", "libopus", "-b:a", "160k"])
        case .fragmentedOpus: ("mp4", ["-c:a", "libopus", "-b:a", "160k"] + fragmented)
        case .fragmentedAAC: ("mp4", aac + fragmented)
        case .matroskaFLAC: ("mka", ["-c:a", "flac", "-frame_size", "1000"])
        case .matroskaPCM: ("mka", ["-c:a", "pcm_s16le"])
        case .matroskaMP3: ("mp3", ["-c:a", "libmp3lame", "-b:a", "192k"])
        case .matroskaAAC, .paddedAAC, .plainMatroskaAAC: ("mka", aac)
        case .paddedMP3: ("mka", ["-c:a", "libmp3lame", "-b:a", "192k"])
        case .paddedVorbis: ("mka", ["-c:a", "libvorbis", "-q:a", "6"])
        case .paddedFLAC: ("mka", ["-c:a", "flac", "-frame_size", "\(Self.flacFrame)"])
        }
    }

    /// Changes a file that FFmpeg has written, with so many samples of sound.
    private var change: (([UInt8], Int) -> [UInt8])? {
        switch self {
        case .lameOfItsOwn: { rewritten($0, as: "LAME3.100", samples: $1) }
        case .otherNumbers: { rewritten($0, as: "GOGO3.13 ", samples: $1) }
        case .taggedMP3: { Self.taggedMP3($0, samples: $1) }
        case .taggedAAC: { Self.taggedMP4($0, samples: $1) }
        default: nil
        }
    }

    /// The sine, and noise around it that is not to be heard.
    private static func wave(_ samples: Range<Int>, before: Int, after: Int) -> Data {
        let step = 2 * Double.pi * frequency / Double(rate)
        let sound = (samples.lowerBound - before..<samples.upperBound + after).map { index in
            // It goes on in what is cut: an encoder spreads what it is given over a frame.
            Int16((amplitude * sin(step * Double(index))).rounded())
        }
        let bytes = sound.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        return Data(WaveFile.bytes(rate: rate, channels: 1, bits: 16, data: bytes))
    }

    // MARK: Blocks of Matroska

    /// How many samples a decoder makes of a file.
    private static func decoded(_ path: String) throws -> Int {
        let raw = "\(path).raw"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        let made = try ChildProcess.run("ffmpeg", ["-v", "error", "-i", path, "-ac", "1", "-f", "s16le", raw])
        guard made.end == .exited(0) else { throw Failure("\(path): \(made.errors)") }
        return (try FileManager.default.attributesOfItem(atPath: raw)[.size] as? Int ?? 0) / 2
    }

    /// Gives the last block of a file a DiscardPadding of so many samples. The index behind it is left out.
    private static func padded(_ file: [UInt8], by samples: Int) throws -> [UInt8] {
        let reader = EBMLReader(ByteReader(ByteSource(file)))
        guard let head = try reader.element(at: 0).end else { return file }
        let segment = try reader.element(at: head)
        var (clusters, place) = ([EBMLElement](), segment.start)
        while place < file.count {
            let element = try reader.element(at: place)
            if element.id == MatroskaID.cluster { clusters.append(element) }
            place = element.end ?? Int64(file.count)
        }
        guard let cluster = clusters.last else { return file }
        var last = cluster
        try reader.children(of: cluster) { child throws(ProbeError) in last = child }
        guard last.id == MatroskaID.simpleBlock, let end = last.end else { throw Failure("no block of sound is last") }
        var block = Array(file[Int(last.start)..<Int(end)])
        // The flag of key frames is that of simple blocks only.
        block[3] &= 0x7F
        let nanoseconds = samples * 1_000_000_000 / rate
        let group =
            EBMLWriter.element(MatroskaID.block, block)
            + EBMLWriter.element(MatroskaID.discardPadding, big(nanoseconds))
        let content =
            Array(file[Int(cluster.start)..<Int(last.offset)]) + EBMLWriter.element(MatroskaID.blockGroup, group)
        let all =
            Array(file[Int(segment.start)..<Int(cluster.offset)]) + EBMLWriter.element(MatroskaID.cluster, content)
        return Array(file[..<Int(head)]) + EBMLWriter.id(MatroskaID.segment) + EBMLWriter.size(all.count) + all
    }

    // MARK: Headers of MP3

    /// Writes what was put around the sound into LAME's header, and gives it another name.
    ///
    /// What is behind the sound is counted from the frames: FFmpeg's own number is never larger than one frame.
    private func rewritten(_ file: [UInt8], as encoder: String, samples: Int) -> [UInt8] {
        var file = file
        guard let place = Self.place(of: "Info", in: file) else { return file }
        // The name follows four bytes each of flags, frames, bytes and quality, and 100 of the table.
        let name = place + 4 + 4 + 4 + 4 + 100 + 4
        file.replaceSubrange(name..<name + 9, with: encoder.utf8)
        let frames = file[place + 8..<place + 12].reduce(0) { $0 << 8 | Int($1) }
        let before = 576 + added(to: samples).before
        let after = frames * 1_152 - before - samples
        let both = before << 12 | after
        file.replaceSubrange(name + 21..<name + 24, with: [16, 8, 0].map { UInt8(truncatingIfNeeded: both >> $0) })
        return file
    }

    /// LAME's own delay; the sound goes on until the frame is full.
    private static func taggedMP3(_ file: [UInt8], samples: Int) -> [UInt8] {
        let length = 144 * 192_000 / rate
        let padding = file.count / length * 1_152 - samples - 576
        let text = comment(before: 576, after: padding, samples: samples)
        let body = Array("\0eng".utf8) + Array("iTunSMPB\0".utf8) + Array(text.utf8)
        let frame = Array("COMM".utf8) + Self.big(body.count) + [0, 0] + body
        let size = [21, 14, 7, 0].map { UInt8(frame.count >> $0 & 0x7F) }
        return Array("ID3".utf8) + [3, 0, 0] + size + frame + file
    }

    private static func comment(before: Int, after: Int, samples: Int) -> String {
        let hexadecimal = { (number: Int, digits: Int) in
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return " 00000000 \(hexadecimal(before, 8)) \(hexadecimal(after, 8)) \(hexadecimal(samples, 16))"
            + String(repeating: " 00000000", count: 8)
    }

    // MARK: Boxes of MP4

    /// Appends iTunes' comment to the movie, which FFmpeg writes at the end of the file.
    private static func taggedMP4(_ file: [UInt8], samples: Int) -> [UInt8] {
        guard let movie = place(of: "moov", in: file).map({ $0 - 4 }) else { return file }
        let frames = (samples + 1_024 + 1_023) / 1_024
        let text = comment(before: 1_024, after: frames * 1_024 - samples - 1_024, samples: samples)
        let handler = box(
            "hdlr", Array(repeating: 0, count: 8) + Array("mdirappl".utf8) + Array(repeating: 0, count: 9))
        let value =
            box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
            + box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
            + box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
        let tags = box("udta", box("meta", [0, 0, 0, 0] + handler + box("ilst", box("----", value))))
        // FFmpeg's own tags would be found first.
        let parts = children(of: Array(file[(movie + 8)...])).filter { !$0.dropFirst(4).starts(with: "udta".utf8) }
        return Array(file[..<movie]) + box("moov", parts.flatMap { $0 } + tags)
    }

    private static func children(of bytes: [UInt8]) -> [[UInt8]] {
        var (boxes, rest) = ([[UInt8]](), bytes[...])
        while rest.count >= 8 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard length >= 8 else { break }
            boxes.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return boxes
    }

    private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(body.count + 8) + Array(name.utf8) + body
    }
    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func place(of name: String, in file: [UInt8]) -> Int? {
        let name = Array(name.utf8)
        return (0..<file.count - 4).last { file[$0] == name[0] && Array(file[$0..<$0 + 4]) == name }
    }
}
