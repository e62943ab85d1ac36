import Foundation
import TestSupport
import Testing

/// Sound with another tone in each second: what is heard tells where playback is.
enum ToneLadder {
    static let rate = 48_000

    static func frequency(ofSecond second: Int) -> Double { 440 + 60 * Double(second) }

    /// Writes a WAV file of one channel.
    static func write(_ seconds: Range<Int>, to path: String) throws {
        var (bytes, phase) = ([UInt8](), 0.0)
        for second in seconds {
            let step = 2 * Double.pi * frequency(ofSecond: second) / Double(rate)
            for _ in 0..<rate {
                phase += step
                let sample = Int16(9_000 * sin(phase))
                bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
        }
        let data = WaveFile.bytes(rate: rate, channels: 1, bits: 16, data: bytes)
        try Data(data).write(to: URL(fileURLWithPath: path))
    }

    /// The second whose tone is heard; nil for silence, and for a moment with two tones.
    static func second(in samples: ArraySlice<Int16>) -> Int? {
        guard Sine.peak(samples) > 3_000 else { return nil }
        let crossings = zip(samples, samples.dropFirst()).reduce(0) { $0 + ($1.0 < 0 && $1.1 >= 0 ? 1 : 0) }
        let heard = Double(crossings) * Double(rate) / Double(samples.count)
        let second = ((heard - frequency(ofSecond: 0)) / 60).rounded()
        guard second >= 0, second < 200 else { return nil }
        let fitted = Sine.fit(samples, frequency: frequency(ofSecond: Int(second)), rate: rate).amplitude
        return fitted > 0.5 * Double(Sine.peak(samples)) ? Int(second) : nil
    }
}

/// A file whose times are not what they seem, drawn at random: one of many containers, on a clock that begins anywhere, in
/// fragments, without an index, put together from parts, or cut off.
struct TimeCase: CustomTestStringConvertible {
    /// How long it is before it is cut off.
    static let seconds = 14
    private static let frameRate = 10
    /// MPEG-2 knows few.
    private static let discRate = 25
    /// Where chapters begin.
    static let chapters = [0, 4, 9]

    let seed: UInt64
    private(set) var name = ""
    private(set) var hasChapters = false
    /// Whether its length is known although it was cut off.
    private(set) var hasMeasuredLength = true
    /// A script for the shell, which makes the file `$out` from `tone.wav` and `film.mkv`.
    private var script = ""
    private var ending = ""

    var testDescription: String { "\(seed): \(name)" }

    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private enum Kind: CaseIterable {
        case matroska, matroskaByMerge, webm, mp4, fragmented, joined, transportStream, mp3, joinedMP3, ogg,
            other, flash, programStream, interleaved, joinedFLAC, emptyEdit, joinedOgg
    }

    init(seed: UInt64) {
        self.seed = seed
        var random = Random(state: seed)
        let offsets: [Double] = [0, 0, 0.4, 10, 100, 3_600]
        var (isCut, offset) = (false, offsets.randomElement(using: &random) ?? 0)
        let chapters = "-i chapters.txt -map_metadata 1"
        let films = ["-i film.mkv -map 0", "-i film.mkv -map 0:a"]
        let film = films.randomElement(using: &random) ?? ""
        let times = offset > 0 ? "-output_ts_offset \(offset)" : ""
        switch Kind.allCases[Int(seed) % Kind.allCases.count] {
        case .matroska:
            let sound = ["copy", "libopus", "libmp3lame", "flac", "ac3"].randomElement(using: &random) ?? ""
            let isStream = Bool.random(using: &random)
            (ending, name) = ("mkv", "Matroska, \(sound)")
            hasChapters = offset == 0 && !isStream
            let input = hasChapters ? film.replacingOccurrences(of: "film.mkv", with: "film.mkv \(chapters)") : film
            let codecs = "-c:v copy -c:a \(sound) \(times)"
            script =
                isStream
                ? "ffmpeg \(film) \(codecs) -f matroska - | cat > $out" : "ffmpeg \(input) \(codecs) $out"
            isCut = Bool.random(using: &random)
        case .matroskaByMerge:
            (ending, name, hasChapters) = ("mkv", "Matroska by mkvmerge", true)
            script = """
                mkvmerge -q -o $out --chapters chapters.xml film.mkv
                if [ \(offset) != 0.0 ]; then
                    mv $out merged.mkv
                    ffmpeg -itsoffset \(offset) -copyts -i merged.mkv -map_chapters -1 -c copy -avoid_negative_ts disabled $out
                fi
                python3 shift.py chapters.xml \(offset) shifted.xml && mkvpropedit -q $out --chapters shifted.xml
                """
            isCut = Bool.random(using: &random)
        case .webm:
            (ending, name) = ("webm", "WebM")
            script = "ffmpeg -i film.mkv -map 0:a -c:a libopus \(times) -f webm - | cat > $out"
            isCut = Bool.random(using: &random)
        case .mp4:
            (ending, name, hasChapters) = ("mp4", "MP4", true)
            script = "ffmpeg \(film.replacingOccurrences(of: "film.mkv", with: "film.mkv \(chapters)")) -c copy $out"
            offset = 0
        case .fragmented:
            let flags =
                ["frag_keyframe+empty_moov", "frag_keyframe", "frag_keyframe+empty_moov+default_base_moof", "dash"]
                .randomElement(using: &random) ?? ""
            let index = Bool.random(using: &random)
            (ending, name) = ("mp4", "fragmented MP4, \(flags), \(index ? "with" : "without") mfra")
            // Without an empty movie box, the offset would become an edit.
            if !flags.contains("empty_moov") { offset = 0 }
            script = """
                ffmpeg \(film) -c copy -movflags \(flags) \(offset > 0 ? "\(times) -use_editlist 0" : "") $out
                \(index ? ":" : "python3 strip.py $out")
                """
            isCut = Bool.random(using: &random)
        case .joined:
            (ending, name) = ("mp4", "an initialisation segment and segments")
            offset = 0
            script = """
                ffmpeg \(film) -c copy -f hls -hls_segment_type fmp4 -hls_time 2 -hls_list_size 0 h.m3u8
                cat init.mp4 $(ls h*.m4s | sort -V) > $out; rm -f h*.m4s init.mp4 h.m3u8
                """
        case .transportStream:
            (ending, name) = ("ts", "MPEG-TS")
            script = "ffmpeg \(film) -c copy \(times) $out"
            isCut = Bool.random(using: &random)
        case .mp3:
            let rate = ["-b:a 128k", "-q:a 2", "-q:a 6", "-abr 1 -b:a 96k"].randomElement(using: &random) ?? ""
            let header = Bool.random(using: &random)
            (ending, name) = ("mp3", "MP3, \(rate), \(header ? "with" : "without") header")
            script = "ffmpeg -i tone.wav -c:a libmp3lame \(rate) -write_xing \(header ? 1 : 0) $out"
            (isCut, offset) = (Bool.random(using: &random), 0)
        case .joinedMP3:
            let parts = Int.random(in: 2...3, using: &random)
            let rates = (0..<parts).map { _ in ["-b:a 128k", "-q:a 2", "-b:a 64k"].randomElement(using: &random) ?? "" }
            (ending, name, offset) = ("mp3", "\(parts) MP3s put together", 0)
            script = "rm -f part*.mp3\n"
            for (part, rate) in rates.enumerated() {
                let (from, to) = (part * Self.seconds / parts, (part + 1) * Self.seconds / parts)
                script += """
                    ffmpeg -i tone.wav -ss \(from) -to \(to) -c:a libmp3lame \(rate) -write_id3v1 1 -metadata title=\(part) part\(part).mp3

                    """
            }
            script += "cat part*.mp3 > $out"
        case .ogg:
            let codec = ["libopus", "libvorbis", "flac"].randomElement(using: &random) ?? ""
            (ending, name) = ("ogg", "Ogg, \(codec)")
            script = "ffmpeg -i tone.wav -c:a \(codec) \(codec == "flac" ? "" : times) $out"
            isCut = Bool.random(using: &random)
        case .other:
            let (codec, last) =
                [
                    ("flac", "flac"), ("pcm_s16le", "wav"), ("aac", "aac"), ("wmav2", "wma"), ("ac3", "ac3"),
                    ("aac", "m4a"),
                ]
                .randomElement(using: &random) ?? ("", "")
            (ending, name, offset) = (last, last, 0)
            script = "ffmpeg -i tone.wav -c:a \(codec) $out"
            isCut = last != "m4a" && Bool.random(using: &random)
        case .flash:
            (ending, name) = ("flv", "FLV")
            script = "ffmpeg \(film) -c copy \(times) $out"
            isCut = Bool.random(using: &random)
        case .programStream:
            (ending, name) = ("mpg", "MPEG program stream")
            script = "ffmpeg \(film) -r \(Self.discRate) -c:v mpeg2video -c:a mp2 \(times) -f vob $out"
            isCut = Bool.random(using: &random)
        case .joinedFLAC:
            let parts = Int.random(in: 2...3, using: &random)
            let cuts =
                [0] + (1..<parts).map { _ in Int.random(in: 1..<Self.seconds, using: &random) }.sorted() + [
                    Self.seconds
                ]
            let piped = Bool.random(using: &random)
            (ending, name, offset) = ("flac", "FLACs put together at \(cuts.dropFirst().dropLast()) s", 0)
            script = "rm -f part*.flac\n"
            for (part, cut) in zip(cuts, cuts.dropFirst()).enumerated() where cut.0 < cut.1 {
                let to = piped ? "-f flac - | cat > part\(part).flac" : "part\(part).flac"
                script += "ffmpeg -i tone.wav -ss \(cut.0) -to \(cut.1) -c:a flac \(to)\n"
            }
            script += "cat part*.flac > $out"
        case .emptyEdit:
            let isFragmented = Bool.random(using: &random)
            offset = [0.4, 10, 3_600].randomElement(using: &random) ?? 10
            (ending, name, hasChapters) = (
                "mp4", isFragmented ? "fragmented MP4 with an edit" : "MP4 with an edit", true
            )
            let flags = isFragmented ? "-movflags frag_keyframe+empty_moov+delay_moov" : ""
            let input = film.replacingOccurrences(of: "film.mkv", with: "film.mkv \(chapters)")
            script = "ffmpeg \(input) -c copy -output_ts_offset \(offset) \(flags) $out"
            isCut = isFragmented && Bool.random(using: &random)
        case .joinedOgg:
            let codec = ["libopus", "libvorbis"].randomElement(using: &random) ?? ""
            let rest = [0, 30, 100, 1_000, 4_200].randomElement(using: &random) ?? 0
            (ending, name, offset) = ("ogg", "Oggs put together, \(codec), and \(rest) bytes of another", 0)
            script = """
                rm -f part*.ogg
                ffmpeg -i tone.wav -to 5 -c:a \(codec) part1.ogg; ffmpeg -i tone.wav -ss 5 -c:a \(codec) part2.ogg
                ffmpeg -i tone.wav -to 2 -c:a \(codec) part3.ogg
                cat part1.ogg part2.ogg > $out; head -c \(rest) part3.ogg >> $out
                """
        case .interleaved:
            (ending, name, offset) = ("avi", "AVI", 0)
            script = "ffmpeg \(film) -c:v mpeg4 -c:a libmp3lame $out"
        }
        if offset > 0 { name += ", from \(offset) s on" }
        if isCut {
            hasMeasuredLength = !["wav", "wma", "aac", "ac3"].contains(ending)
            let part = Double.random(in: 0.55...0.9, using: &random)
            name += ", cut off at \(Int(part * 100)) %"
            hasChapters = false
            script += "\ntruncate -s $(($(stat -c %s $out) * \(Int(part * 1_000)) / 1000)) $out"
        }
    }

    /// - Returns: the path of the file, how long its sound is, and how long all of it.
    func make(in folder: String) throws -> (path: String, sound: Double, all: Double) {
        let out = "\(folder)/case-\(seed).\(ending)"
        try Self.prepare(folder)
        let script =
            "set -e; ffmpeg() { command ffmpeg -nostdin -v error -y \"$@\"; }; cd '\(folder)'; out='\(out)'\n\(script)"
        let made = try ChildProcess.run("bash", ["-c", script], within: 120)
        guard made.end == .exited(0) else { throw Failure("\(testDescription): \(made.errors)") }
        // What another decoder makes of it. It complains where the file is cut off.
        let raw = "\(folder)/heard.raw"
        _ = try ChildProcess.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "quiet", "-y", "-i", out, "-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "s16le",
                raw,
            ],
            within: 120)
        let size = try FileManager.default.attributesOfItem(atPath: raw)[.size] as? Int ?? 0
        // FFmpeg leaves out frames where FLAC files join, and may not go on behind the first of several Ogg files.
        let sound =
            ["flac", "ogg"].contains(ending) && name.contains("together")
            ? Double(Self.seconds) : Double(size) / 2 / Double(ToneLadder.rate)
        let frames = try ChildProcess.run(
            "ffprobe",
            [
                "-v", "quiet", "-count_packets", "-select_streams", "v:0", "-show_entries", "stream=nb_read_packets",
                "-of", "csv=p=0", out,
            ],
            within: 60)
        let frameRate = ending == "mpg" ? Self.discRate : Self.frameRate
        let picture = Double(frames.output.prefix { $0.isNumber }).map { $0 / Double(frameRate) } ?? 0
        return (out, sound, max(sound, picture))
    }

    private static func prepare(_ folder: String) throws {
        guard !FileManager.default.fileExists(atPath: "\(folder)/film.mkv") else { return }
        try ToneLadder.write(0..<seconds, to: "\(folder)/tone.wav")
        let times = zip(chapters, chapters.dropFirst() + [seconds])
        let described = times.enumerated().map { index, times in
            "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(times.0)\nEND=\(times.1)\ntitle=C\(index)\n"
        }
        try Data((";FFMETADATA1\n" + described.joined()).utf8).write(to: URL(fileURLWithPath: "\(folder)/chapters.txt"))
        let atoms = chapters.map {
            "<ChapterAtom><ChapterTimeStart>00:00:\($0 < 10 ? "0" : "")\($0).000</ChapterTimeStart></ChapterAtom>"
        }
        let xml = "<?xml version=\"1.0\"?><Chapters><EditionEntry>\(atoms.joined())</EditionEntry></Chapters>"
        try Data(xml.utf8).write(to: URL(fileURLWithPath: "\(folder)/chapters.xml"))
        let shift = """
            import re, sys
            source, offset, target = open(sys.argv[1]).read(), float(sys.argv[2]), sys.argv[3]
            def moved(match):
                seconds = int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3]) + offset
                return f"{int(seconds // 3600):02}:{int(seconds // 60 % 60):02}:{seconds % 60:06.3f}"
            open(target, "w").write(re.sub(r"(\\d\\d):(\\d\\d):(\\d\\d\\.\\d+)", moved, source))
            """
        try Data(shift.utf8).write(to: URL(fileURLWithPath: "\(folder)/shift.py"))
        let strip = """
            import sys
            data = open(sys.argv[1], "rb").read()
            place = data.rfind(b"mfra")
            if place > 0: open(sys.argv[1], "wb").write(data[:place - 4])
            """
        try Data(strip.utf8).write(to: URL(fileURLWithPath: "\(folder)/strip.py"))
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                "testsrc2=size=160x90:rate=\(frameRate):duration=\(seconds)", "-i",
                "\(folder)/tone.wav", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-c:a", "aac",
                "\(folder)/film.mkv",
            ], within: 120)
        guard made.end == .exited(0) else { throw Failure(made.errors) }
    }
}
