import Logging
import PlayerCore
import Testing

@testable import mediad

@Suite struct ConfigurationTests {
    private func problems(_ text: String) -> [String] {
        do {
            _ = try ConfigurationReader.read(text, path: "c.toml")
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func anEmptyFileGivesTheDefaults() throws {
        #expect(try ConfigurationReader.read("", path: "c.toml") == Configuration())
    }

    @Test func theDefaultTextGivesTheDefaults() throws {
        #expect(try ConfigurationReader.read(Configuration.defaultText, path: "c.toml") == Configuration())
    }

    @Test func theDefaultTextNamesEveryKeyWithAComment() throws {
        let document = try TOMLTable(parsing: Configuration.defaultText)
        let lines = Configuration.defaultText.split(separator: "\n", omittingEmptySubsequences: false)
        let keys = document.keys.flatMap { name in
            let table = document[name]?.table
            return (table?.keys ?? []).compactMap { key in table?.element(key)?.key.map { ("\(name).\(key)", $0) } }
        }.sorted { $0.1 < $1.1 }
        #expect(keys.map(\.0) == ConfigurationReader.knownKeys)
        for (path, position) in keys {
            #expect(lines[position.line - 2].hasPrefix("#"), "\(path) has no comment above it")
        }
    }

    @Test func everyKeyIsRead() throws {
        let configuration = try ConfigurationReader.read(
            """
            [audio]
            sink = "audioconvert ! filesink location=/tmp/a"
            volume = 0
            [video]
            sink = "none"
            fullscreen = true
            [playback]
            progression = "stop"
            previous-threshold = 5
            preload = 2.5
            [mpris]
            when-idle = "release"
            next-previous = "auto"
            [session]
            inhibit = false
            [chapters]
            languages = ["fr-CH", "de"]
            [languages]
            audio = ["ja", "en"]
            subtitles = ["en"]
            subtitles-when = "always"
            [log]
            level = "debug"
            [network]
            timeout = 3
            user-agent = "test/1"
            [artwork]
            fetch = false
            cache-size = 50
            """, path: "c.toml")
        var expected = Configuration()
        expected.audio.sink = .description("audioconvert ! filesink location=/tmp/a")
        expected.audio.volume = 0
        expected.video.sink = .none
        expected.video.fullscreen = true
        expected.playback.progression = .stop
        expected.playback.previousThreshold = MediaTime(nanoseconds: 5_000_000_000)
        expected.playback.preload = MediaTime(nanoseconds: 2_500_000_000)
        expected.mpris.whenIdle = .release
        expected.mpris.nextPrevious = .auto
        expected.session.inhibit = false
        expected.chapters.languages = ["fr-CH", "de"]
        expected.languages.audio = ["ja", "en"]
        expected.languages.subtitles = ["en"]
        expected.languages.subtitlesWhen = .always
        expected.log.level = .debug
        expected.network.timeout = MediaTime(nanoseconds: 3_000_000_000)
        expected.network.userAgent = "test/1"
        expected.artwork.fetch = false
        expected.artwork.cacheSize = 50
        #expect(configuration == expected)
    }

    /// The parser would end the process.
    @Test(arguments: ["[.audio]", "[#]", "[ !x]", "[[[audio]]]", "[[.a]]", "[é]", "volume = 1\n[=]\n"])
    func aTableWithoutANameIsToldWithItsLine(text: String) {
        let found = problems(text)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(text.hasPrefix("[") ? "1:1: a table" : "2:1: a table") == true, "\(found)")
    }

    @Test func dottedKeysAndInlineTablesAreTheSame() throws {
        #expect(try ConfigurationReader.read("audio.volume = 0.5", path: "c").audio.volume == 0.5)
        #expect(try ConfigurationReader.read("audio = { volume = 0.5 }", path: "c").audio.volume == 0.5)
    }

    /// Nobody configures languages on a machine that speaks only theirs.
    @Test func languagesAreThoseOfTheSessionUnlessConfigured() throws {
        let session = ["LANG": "de_CH.UTF-8"]
        let plain = Configuration().playerSettings(environment: session).tracks
        #expect(plain == TrackPreferences(audio: ["de-CH"], subtitles: [], when: .foreign))
        let text = "languages.audio = ['ja']\nlanguages.subtitles-when = 'forced'"
        let configured = try ConfigurationReader.read(text, path: "c").playerSettings(environment: session).tracks
        #expect(configured == TrackPreferences(audio: ["ja"], subtitles: [], when: .forced))
        #expect(Configuration().playerSettings(environment: ["LANG": "C.UTF-8"]).tracks == TrackPreferences())
    }

    @Test func chapterWordsComeBeforeTheEnglishOnes() throws {
        let text = """
            [[chapter-words]]
            language = "de"
            opening-credits = ["Vorspann"]
            [[chapter-words]]
            recap = ["Was bisher geschah"]
            """
        let settings = try ConfigurationReader.read(text, path: "c").playerSettings(environment: [:])
        #expect(settings.titleRules?.kind(of: ChapterTitle("Vorspann", language: "de")) == .openingCredits)
        #expect(settings.titleRules?.kind(of: ChapterTitle("Was bisher geschah", language: "fr")) == .recap)
        #expect(settings.titleRules?.kind(of: ChapterTitle("Intro", language: "de")) == .openingCredits)
        let off = try ConfigurationReader.read("segments.chapter-titles = false\n" + text, path: "c")
        #expect(off.playerSettings(environment: [:]).titleRules == nil)
    }

    @Test func chapterWordsThatAreNone() {
        #expect(
            problems(
                """
                [[chapter-words]]
                language = "German!"
                [[chapter-words]]
                recap = "so far"
                intro = ["x"]
                outro = 1
                """
            ).map { String($0.prefix(70)) } == [
                "2:12: chapter-words.language must be a language tag, as in \"de\"",
                "4:9: chapter-words.recap must be a list of words or phrases, as in [\"Vorspann\"]".prefix(70)
                    .description,
                "5:1: unknown key \"intro\": [[chapter-words]] has language, opening-credits".prefix(70).description,
                "6:1: unknown key \"outro\": [[chapter-words]] has language, opening-credits".prefix(70).description,
            ])
    }

    @Test func allProblemsAreToldTogetherInTheFilesOrder() {
        #expect(
            problems(
                """
                # comment
                [audio]
                  volum = 1
                volume = "loud"

                [vide0]
                sink = "auto"
                [log]
                level = "loud"
                """) == [
                    "3:3: unknown key \"volum\": [audio] has sink, volume, on-unplug, "
                        + "pause-when-others-play, replay-gain, replay-gain-preamp",
                    "4:10: audio.volume must be a number, not a string",
                    "6:2: unknown key \"vide0\": the tables are [audio] [video] [playback] [mpris] [session] "
                        + "[history] [proposals] [notifications] [chapters] [languages] [segments] [log] [network] [artwork] [playlists] [library] "
                        + "[[chapter-words]] [[tracker]]",
                    "9:9: log.level cannot be \"loud\": the values are \"trace\", \"debug\", \"info\", \"notice\", "
                        + "\"warning\", \"error\", \"critical\"",
                ])
    }

    @Test(arguments: [
        (
            "languages.subtitles-when = 'sometimes'",
            "1:28: languages.subtitles-when cannot be \"sometimes\": the values are \"never\", \"forced\", \"foreign\", \"always\""
        ),
        (
            "languages.audio = ['d e']",
            "1:19: languages.audio cannot contain \"d e\": write a language tag such as en or fr-CH"
        ),
        ("audio.volume = 2", "1:16: audio.volume cannot be 2: the range is 0 to 1.5"),
        (
            "notifications.prompts = 'often'",
            "1:25: notifications.prompts cannot be \"often\": the values are \"without-window\", \"always\", \"never\""
        ),
        ("audio.volume = nan", "1:16: audio.volume cannot be nan: the range is 0 to 1.5"),
        (
            "proposals.still-watching-items = 1.5",
            "1:34: proposals.still-watching-items cannot be 1.5: use a whole number"
        ),
        ("audio.volume = true", "1:16: audio.volume must be a number, not a bool"),
        ("audio.sink = 1", "1:14: audio.sink must be a string, in quotes, not an integer"),
        (
            "audio.sink = ' '",
            "1:14: audio.sink is empty: write \"auto\", \"none\", a GStreamer element or a bin description"
        ),
        ("audio = 1", "1:1: audio must be a table, not an integer: write [audio]"),
        ("[[audio]]\nvolume = 1", "1:3: audio must be a table, not an array: write [audio]"),
        (
            "audio.deep.er = 1",
            "1:7: unknown key \"deep\": [audio] has sink, volume, on-unplug, "
                + "pause-when-others-play, replay-gain, replay-gain-preamp"
        ),
        ("[playback]\npreload = 0", "2:11: playback.preload cannot be 0: the range is 1 to 120 seconds"),
        (
            "'ä' = 1\n[log]\n\"x y\" = '''\n[audio]\nq = 1'''  # [video]\nlevel = 'info'",
            "3:1: unknown key \"x y\": [log] has level"
        ),
        (
            "mpris.next-previous = 'track'",
            "1:23: mpris.next-previous cannot be \"track\": the values are \"queue\", \"chapters\", \"auto\""
        ),
        (
            "[chapters]\nlanguages = 'de'",
            "2:13: chapters.languages must be a list of language tags, as in [\"fr-CH\", \"de\"], not a string"
        ),
        (
            "chapters.languages = ['de', 1]",
            "1:22: chapters.languages must contain language tags, in quotes, not an integer"
        ),
        (
            "chapters.languages = ['de_CH']",
            "1:22: chapters.languages cannot contain \"de_CH\": write a language tag such as en or fr-CH"
        ),
        (
            "chapters.languages = ['']",
            "1:22: chapters.languages cannot contain \"\": write a language tag such as en or fr-CH"
        ),
        (
            "network.user-agent = \"a\\nb\"",
            "1:22: network.user-agent must be one or more printable ASCII characters: it is sent in an HTTP header"
        ),
        // The parser would abort.
        ("[=]", "1:1: a table needs a name in brackets, as in [audio]"),
        ("[audio]\nvolume = 1 # [é]\n[[ é ]]", "3:1: a table needs a name in brackets, as in [audio]"),
        ("[[[audio]]]", "1:1: a table needs a name in brackets, as in [audio]"),
        ("[\n", "1:1: a table needs a name in brackets, as in [audio]"),
    ]) func aProblemHasItsLineAndColumn(text: String, message: String) {
        #expect(problems(text).last == message)
    }

    @Test func whatTheParserRefusesHasLineAndColumn() {
        let found = problems("[audio]\nvolume = = 1\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("2:10: ") == true, "\(found)")
        #expect(problems("[").first?.hasPrefix("1:2: ") == true)
    }

    @Test func aNulIsNoEndOfTheFile() {
        #expect(problems("[audio]\nsi\0nk = 1") == ["2:3: a NUL character is not allowed"])
    }

    @Test func theErrorNamesTheFileOnEveryLine() {
        let error = ConfigurationError(
            path: "/x/config.toml",
            problems: [
                .init(position: .init(line: 1, column: 2), message: "first"), .init(position: nil, message: "second"),
            ])
        #expect(error.description == "/x/config.toml:1:2: first\n/x/config.toml: second")
    }

    @Test func theParserEndsOnAnything() {
        var generator = SystemRandomNumberGenerator()
        let pieces = Array("[]{}='\\#\n ,.a1ä\"").map(String.init) + ["\"\"\"", "'''"]
        for _ in 0..<2_000 {
            let text = (0..<20).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            _ = try? TOMLTable(parsing: text)
        }
    }
}
