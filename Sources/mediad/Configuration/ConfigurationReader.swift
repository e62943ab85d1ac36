import Logging
import PlayerCore
import PlayerEngine

/// Reads the text of a configuration file into a ``Configuration``, or reports all its errors.
struct ConfigurationReader {
    let table: TOMLTable
    /// Returns what is wrong with the description of a sink; nil if it is right.
    private let sinkProblem: (String) -> String?
    var problems: [ConfigurationProblem] = []
    /// The tables, and the keys that were read from each of them: all other keys in the file are unknown.
    private var known: [(table: String, keys: [String])] = []
    /// Arrays of tables: each `[[name]]` adds an element.
    private static let arrays = ["chapter-words", "tracker"]

    private init(table: TOMLTable, sinkProblem: @escaping (String) -> String? = { _ in nil }) {
        self.table = table
        self.sinkProblem = sinkProblem
    }

    /// - Parameters:
    ///   - text: TOML; empty gives the defaults.
    ///   - path: the file's name in messages.
    ///   - sinkProblem: returns what is wrong with the description of a sink; nil if it is right.
    static func read(
        _ text: String, path: String, sinkProblem: @escaping (String) -> String? = { _ in nil }
    ) throws(ConfigurationError) -> Configuration {
        // The parser takes a C string and would silently ignore everything after a NUL.
        if let nul = text.unicodeScalars.firstIndex(of: "\0") {
            throw ConfigurationError(
                path: path,
                problems: [.init(position: position(of: nul, in: text), message: "a NUL character is not allowed")])
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(parsing: text)
        } catch {
            throw ConfigurationError(path: path, problems: [.init(position: error.position, message: error.message)])
        }
        var reader = ConfigurationReader(table: table, sinkProblem: sinkProblem)
        let configuration = reader.readAll()
        reader.reportUnknownKeys()
        guard reader.problems.isEmpty else {
            let sorted = reader.problems.sorted { left, right in
                (left.position ?? .init(line: 0, column: 0)) < (right.position ?? .init(line: 0, column: 0))
            }
            throw ConfigurationError(path: path, problems: sorted)
        }
        return configuration
    }

    /// All keys that the file may contain, as `table.key`, in the order of the default text.
    static var knownKeys: [String] {
        var reader = ConfigurationReader(table: TOMLTable())
        _ = reader.readAll()
        return reader.known.flatMap { table, keys in keys.map { "\(table).\($0)" } }
    }

    private mutating func readAll() -> Configuration {
        var configuration = Configuration()
        configuration.audio.sink = sink("audio", "sink", configuration.audio.sink)
        configuration.audio.volume = number("audio", "volume", configuration.audio.volume, in: 0...1.5)
        configuration.audio.onUnplug = choice(
            "audio", "on-unplug", configuration.audio.onUnplug, among: UnplugPlayback.allCases)
        configuration.audio.pauseWhenOthersPlay = flag(
            "audio", "pause-when-others-play", configuration.audio.pauseWhenOthersPlay)
        configuration.audio.replayGain = choice(
            "audio", "replay-gain", configuration.audio.replayGain, among: ReplayGainMode.allCases)
        configuration.audio.replayGainPreamp = number(
            "audio", "replay-gain-preamp", configuration.audio.replayGainPreamp, in: ReplayGain.preamps, unit: " dB")
        configuration.video.sink = sink("video", "sink", configuration.video.sink)
        configuration.video.fullscreen = flag("video", "fullscreen", configuration.video.fullscreen)
        configuration.video.onClose = choice(
            "video", "on-close", configuration.video.onClose, among: ClosePlayback.allCases)
        configuration.video.atEnd = choice(
            "video", "at-end", configuration.video.atEnd, among: Configuration.Video.AtEnd.allCases)
        configuration.video.deinterlace = choice(
            "video", "deinterlace", configuration.video.deinterlace,
            among: EngineConfiguration.Deinterlace.allCases)
        configuration.video.scaling = choice(
            "video", "scaling", configuration.video.scaling, among: PictureScaling.allCases)
        configuration.video.screenshots = folder("video", "screenshots", configuration.video.screenshots)
        configuration.video.showArtwork = flag("video", "show-artwork", configuration.video.showArtwork)
        configuration.video.cards = choice("video", "cards", configuration.video.cards, among: CardMode.allCases)
        configuration.video.startsAutomatically = flag(
            "video", "starts-automatically", configuration.video.startsAutomatically)
        configuration.video.animations = flag("video", "animations", configuration.video.animations)
        configuration.playback.progression = choice(
            "playback", "progression", configuration.playback.progression, among: Progression.allCases)
        configuration.playback.previousThreshold = seconds(
            "playback", "previous-threshold", configuration.playback.previousThreshold, in: 0...3600)
        configuration.playback.preload = seconds("playback", "preload", configuration.playback.preload, in: 1...120)
        configuration.mpris.whenIdle = choice(
            "mpris", "when-idle", configuration.mpris.whenIdle, among: Configuration.MPRIS.WhenIdle.allCases)
        configuration.mpris.nextPrevious = choice(
            "mpris", "next-previous", configuration.mpris.nextPrevious, among: Stepping.allCases)
        configuration.mpris.nextTakesOffer = flag("mpris", "next-takes-offer", configuration.mpris.nextTakesOffer)
        readSession(into: &configuration)
        configuration.chapters.languages = languages("chapters", "languages", configuration.chapters.languages)
        configuration.languages.audio = languages("languages", "audio", configuration.languages.audio)
        configuration.languages.subtitles = languages("languages", "subtitles", configuration.languages.subtitles)
        configuration.languages.subtitlesWhen = choice(
            "languages", "subtitles-when", configuration.languages.subtitlesWhen, among: SubtitleUse.allCases)
        for kind in SegmentKind.known {
            let action = choice("segments", kind.rawValue, kind.defaultAction, among: SegmentAction.allCases)
            if action != kind.defaultAction { configuration.segments.policies[kind] = action }
        }
        configuration.segments.chapterTitles = flag(
            "segments", "chapter-titles", configuration.segments.chapterTitles)
        configuration.segments.firstOpening = flag("segments", "first-opening", configuration.segments.firstOpening)
        configuration.segments.linearInterstitials = flag(
            "segments", "linear-interstitials", configuration.segments.linearInterstitials)
        configuration.segments.titleRules = chapterWords()
        configuration.log.level = choice("log", "level", configuration.log.level, among: Logger.Level.allCases)
        configuration.network.timeout = seconds("network", "timeout", configuration.network.timeout, in: 1...3600)
        configuration.network.userAgent = headerText("network", "user-agent", configuration.network.userAgent)
        configuration.network.trustedHosts = hosts("network", "trusted-hosts", configuration.network.trustedHosts)
        configuration.network.schemes = schemes("network", "schemes", configuration.network.schemes)
        configuration.network.localAddresses = flag(
            "network", "local-addresses", configuration.network.localAddresses)
        configuration.artwork.fetch = flag("artwork", "fetch", configuration.artwork.fetch)
        configuration.artwork.cacheSize = number(
            "artwork", "cache-size", configuration.artwork.cacheSize, in: 1...100_000, unit: " MiB")
        configuration.playlists.folders = folders("playlists", "folders", configuration.playlists.folders)
        configuration.library.books = folders("library", "books", configuration.library.books)
        configuration.trackers = trackers()
        return configuration
    }

    // MARK: Values

    mutating func flag(_ table: String, _ key: String, _ fallback: Bool) -> Bool {
        guard let node = node(table, key) else { return fallback }
        guard let value = node.bool else {
            reportType(table, key, node.typeName, expected: "true or false")
            return fallback
        }
        return value
    }

    private mutating func sink(_ table: String, _ key: String, _ fallback: SinkSetting) -> SinkSetting {
        guard let text = string(table, key) else { return fallback }
        guard let setting = SinkSetting(text) else {
            report(table, key, "is empty: write \"auto\", \"none\", a GStreamer element or a bin description")
            return fallback
        }
        if case .description(let description) = setting, let problem = sinkProblem(description) {
            report(table, key, "cannot be built by GStreamer: \(problem)")
        }
        return setting
    }

    private mutating func headerText(_ table: String, _ key: String, _ fallback: String) -> String {
        guard let text = string(table, key) else { return fallback }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            report(table, key, "must be one or more printable ASCII characters: it is sent in an HTTP header")
            return fallback
        }
        return text
    }

    private mutating func languages(_ table: String, _ key: String, _ fallback: [String]) -> [String] {
        let list = TextList(
            of: "language tags", counted: "languages", example: #"["fr-CH", "de"]"#, most: DescriptionLimits.languages)
        return texts(table, key, fallback, list) { tag in
            LanguageMatching.isTag(tag) ? nil : "write a language tag such as en or fr-CH"
        }
    }

    /// The contents of a list of strings, as error messages describe them.
    struct TextList {
        let of: String
        let counted: String
        let example: String
        let most: Int
    }

    /// Reads a list of strings. Invalid strings are reported and left out.
    ///
    /// - Parameter fault: returns the problem of a string; nil if it is valid.
    mutating func texts(
        _ table: String, _ key: String, _ fallback: [String], _ list: TextList, fault: (String) -> String?
    ) -> [String] {
        guard let node = node(table, key) else { return fallback }
        guard let array = node.array else {
            reportType(table, key, node.typeName, expected: "a list of \(list.of), as in \(list.example)")
            return fallback
        }
        guard array.count <= list.most else {
            report(table, key, "has \(array.count) \(list.counted): the maximum is \(list.most)")
            return fallback
        }
        var texts: [String] = []
        for element in array {
            guard let text = element.value.string else {
                let type = Self.withArticle(element.value.typeName)
                report(table, key, "must contain \(list.of), in quotes, not \(type)")
                continue
            }
            if let fault = fault(text) {
                report(table, key, "cannot contain \(Self.quoted(text)): \(fault)")
            } else {
                texts.append(text)
            }
        }
        return texts
    }

    mutating func choice<Value: RawRepresentable<String>>(
        _ table: String, _ key: String, _ fallback: Value, among values: [Value]
    ) -> Value {
        guard let text = string(table, key) else { return fallback }
        guard let value = Value(rawValue: text) else {
            let list = values.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            report(table, key, "cannot be \(Self.quoted(text)): the values are \(list)")
            return fallback
        }
        return value
    }

    private mutating func seconds(
        _ table: String, _ key: String, _ fallback: MediaTime, in range: ClosedRange<Double>
    ) -> MediaTime {
        let value = number(table, key, fallback.seconds, in: range, unit: " seconds")
        return MediaTime(seconds: value) ?? fallback
    }

    mutating func number(
        _ table: String, _ key: String, _ fallback: Double, in range: ClosedRange<Double>, unit: String = ""
    ) -> Double {
        guard let node = node(table, key) else { return fallback }
        guard let value = node.double ?? node.int.map(Double.init) else {
            reportType(table, key, node.typeName, expected: "a number")
            return fallback
        }
        guard range.contains(value) else {
            let bounds = "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(unit)"
            report(table, key, "cannot be \(Self.plain(value)): the range is \(bounds)")
            return fallback
        }
        return value
    }

    mutating func whole(_ table: String, _ key: String, _ fallback: Int, in range: ClosedRange<Int>) -> Int {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        let value = number(table, key, Double(fallback), in: bounds)
        guard let whole = Int(exactly: value) else {
            report(table, key, "cannot be \(Self.plain(value)): use a whole number")
            return fallback
        }
        return whole
    }

    mutating func string(_ table: String, _ key: String) -> String? {
        guard let node = node(table, key) else { return nil }
        guard let text = node.string else {
            reportType(table, key, node.typeName, expected: "a string, in quotes")
            return nil
        }
        return text
    }

    mutating func node(_ name: String, _ key: String) -> TOMLValue? {
        if let index = known.firstIndex(where: { $0.table == name }) {
            known[index].keys.append(key)
        } else {
            known.append((name, [key]))
        }
        // A value in place of a table is reported once, with the unknown keys.
        return table[name]?.table?[key]
    }

    // MARK: Problems

    private mutating func reportUnknownKeys() {
        for name in table.keys where !Self.arrays.contains(name) {
            guard let section = known.first(where: { $0.table == name }) else {
                let tables = (known.map { "[\($0.table)]" } + Self.arrays.map { "[[\($0)]]" }).joined(separator: " ")
                problems.append(
                    .init(
                        position: table.element(name)?.key,
                        message: "unknown key \(Self.quoted(name)): the tables are \(tables)"))
                continue
            }
            guard let inner = table[name]?.table else {
                let type = table[name]?.typeName ?? "something else"
                problems.append(
                    .init(
                        position: table.element(name)?.key,
                        message: "\(name) must be a table, not \(Self.withArticle(type)): write [\(name)]"))
                continue
            }
            for key in inner.keys where !section.keys.contains(key) {
                problems.append(
                    .init(
                        position: inner.element(key)?.key,
                        message:
                            "unknown key \(Self.quoted(key)): [\(name)] has \(section.keys.joined(separator: ", "))"))
            }
        }
    }

    mutating func reportType(_ table: String, _ key: String, _ type: String, expected: String) {
        report(table, key, "must be \(expected), not \(Self.withArticle(type))")
    }

    mutating func report(_ table: String, _ key: String, _ message: String) {
        let element = self.table[table]?.table?.element(key)
        problems.append(.init(position: element?.position ?? element?.key, message: "\(table).\(key) \(message)"))
    }

    /// Reports a problem of an element of an array of tables, or of a key in it.
    ///
    /// - Parameter keys: the keys that such a table may have.
    mutating func report(
        _ array: String, _ index: Int?, _ key: String?, among keys: [String], _ message: String
    ) {
        let whole = table.element(array)
        let element = index.flatMap { whole?.value.array?[$0] }
        let entry = key.flatMap { element?.value.table?.element($0) }
        // An unknown key is reported at the key, a known one at its value.
        let isUnknown = key.map { !keys.contains($0) } ?? true
        let inEntry = isUnknown ? entry?.key : entry?.position
        problems.append(.init(position: inEntry ?? element?.position ?? whole?.key, message: message))
    }

    /// The tables of an array, with their indexes. Elements that are not tables and unknown keys are reported.
    mutating func elements(_ array: String, keys: [String]) -> [(index: Int, table: TOMLTable)] {
        guard let node = table[array] else { return [] }
        guard let elements = node.array else {
            report(
                array, nil, nil, among: keys,
                "\(array) must be an array of tables, not \(Self.withArticle(node.typeName)): "
                    + "write [[\(array)]]")
            return []
        }
        return (0..<elements.count).compactMap { index in
            guard let entry = elements[index].value.table else {
                let type = Self.withArticle(elements[index].value.typeName)
                report(array, index, nil, among: keys, "\(array) must contain tables, not \(type): write [[\(array)]]")
                return nil
            }
            for key in entry.keys where !keys.contains(key) {
                report(
                    array, index, key, among: keys,
                    "unknown key \(Self.quoted(key)): [[\(array)]] has \(keys.joined(separator: ", "))")
            }
            return (index, entry)
        }
    }

    static func withArticle(_ noun: String) -> String {
        guard let first = noun.first else { return noun }
        return "aeiou".contains(first) ? "an \(noun)" : "a \(noun)"
    }

    /// A short quotation on one line, without control characters that a terminal would interpret.
    static func quoted(_ text: String) -> String {
        let short = text.count > 60 ? text.prefix(60) + "…" : text[...]
        return "\"\(short.unicodeScalars.map { $0.escaped(asASCII: false) }.joined())\""
    }

    static func plain(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func position(of index: String.Index, in text: String) -> SourcePosition {
        var position = SourcePosition(line: 1, column: 1)
        for scalar in text.unicodeScalars[..<index] {
            if scalar == "\n" {
                position = SourcePosition(line: position.line + 1, column: 1)
            } else {
                position.column += 1
            }
        }
        return position
    }
}
