import GLibLoop
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Text whose encoding nobody states.
@Suite struct TextGuessTests {
    @Test func unicodeIsKnownByItsBytes() {
        let text = "Grüße, 日本"
        #expect(TextGuess.unicode(Array(text.utf8)) == text)
        #expect(TextGuess.unicode([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == text)
        #expect(TextGuess.unicode(utf16(text)) == text)
        let long = String(repeating: "Hello, world. ", count: 20)
        #expect(TextGuess.unicode(Array(utf16(long).dropFirst(2))) == long)
        let wide = long.utf8.reduce(into: [UInt8]()) { $0 += [$1, 0, 0, 0] }
        #expect(TextGuess.unicode([0xFF, 0xFE, 0, 0] + wide) == long)
        #expect(TextGuess.unicode([0x47, 0x72, 0xFC, 0xDF]) == nil)
        #expect(TextGuess.unicode([]) == "")
    }

    private func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
        try #require(TextEncoding.bytes(text, in: encoding), "\(encoding) lacks a character")
    }

    /// Sheets, lists and titles of a few words, in the encodings of their time.
    private static let samples: [(text: String, encoding: String)] = [
        ("PERFORMER \"演唱者\"\nTITLE \"专辑名称\"\n TITLE \"第一首歌曲\"\n TITLE \"海阔天空\"", "GB18030"),
        ("周杰伦 - 青花瓷", "GB18030"), ("#EXTINF:1,邓丽君 - 月亮代表我的心\n邓丽君.mp3", "GB18030"), ("红豆", "GB18030"),
        ("鄧麗君 - 月亮代表我的心", "BIG5"), ("周杰倫 - 青花瓷\n蔡依林 - 倒帶", "BIG5"),
        (
            "PERFORMER \"Исполнитель\"\nTITLE \"Альбом\"\n TITLE \"Первая песня\"\n TITLE \"Вторая глава\"",
            "WINDOWS-1251"
        ),
        ("Кино - Группа крови", "WINDOWS-1251"), ("АРИЯ - УЛИЦА РОЗ", "WINDOWS-1251"),
        ("Океан Ельзи — Обійми", "WINDOWS-1251"),
        ("Кино", "WINDOWS-1251"), ("ДДТ - Что такое осень", "WINDOWS-1251"), ("кино - пачка сигарет", "KOI8-R"),
        ("Кино - Пачка сигарет", "KOI8-R"), ("Кино - Пачка сигарет", "IBM866"),
        ("宇多田ヒカル - 桜流し", "CP932"), ("第一章 はじまり\n第二章 おわり", "CP932"), ("東京", "CP932"), ("夜に駆ける", "CP932"),
        ("久石譲 - となりのトトロ", "EUC-JP"), ("아이유 - 좋은 날\n방탄소년단 - 봄날", "UHC"), ("이문세 - 붉은 노을", "UHC"),
        ("이문세", "UHC"), ("김광석 - 서른 즈음에\n산울림 - 청춘", "UHC"), ("PERFORMER \"들국화\"\nTITLE \"행진\"", "UHC"),
        ("Czesław Niemen - Dziwny jest ten świat", "WINDOWS-1250"), ("Łódź, Kraków", "WINDOWS-1250"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "WINDOWS-1250"), ("Árvíztűrő tükörfúrógép", "WINDOWS-1250"),
        ("Zdob şi Zdub - Moldovenii s-au născut", "WINDOWS-1250"),
        ("Barış Manço - Gülpembe\nTarkan - Şımarık", "WINDOWS-1254"),
        ("Sezen Aksu - Şinanay\nMüslüm Gürses - Affet\nSıla - Kafa", "WINDOWS-1254"),
        ("Χάρις Αλεξίου - Όλα σε θυμίζουν", "WINDOWS-1253"), ("שלום עליכם", "WINDOWS-1255"),
        ("فيروز - نسم علينا الهوى", "WINDOWS-1256"),
        ("Café del Mar – Été", "WINDOWS-1252"), ("Björk - Jóga", "WINDOWS-1252"), ("Motörhead", "WINDOWS-1252"),
        ("Sigur Rós - Hoppípolla", "WINDOWS-1252"), ("Ænima", "WINDOWS-1252"),
        ("BLÜMCHEN - HERZ AN HERZ", "WINDOWS-1252"),
        ("À la claire fontaine", "WINDOWS-1252"), ("Die Ärzte - Männer sind Schweine", "WINDOWS-1252"),
        ("Ö", "WINDOWS-1252"),
        // What is nearly another encoding.
        ("Þeyr - Rúdolf\nMötley Crüe", "WINDOWS-1252"), ("Það er með - Ágætis byrjun", "WINDOWS-1252"),
        ("¿Qué pasó, señor? ¡Olé!", "WINDOWS-1252"), ("10 m³ Käse, 2º piso, £5", "WINDOWS-1252"),
        ("João Gilberto - Chega de Saudade\nAntónio Variações", "WINDOWS-1252"),
        ("Mø - Kærlighed på språk", "WINDOWS-1252"),
        ("Le cœur à l’envers - Noël où ça, garçon, là-bas, être très fâché", "WINDOWS-1252"),
        ("naïve œuvre “à l’été”", "WINDOWS-1252"), ("© 1999 Blå Øl", "WINDOWS-1252"),
    ]

    @Test(arguments: samples, ["und", "en-US", "de-DE"])
    func shortTextsAreRecognised(_ sample: (text: String, encoding: String), _ session: String) throws {
        let bytes = try bytes(sample.text, sample.encoding)
        #expect(TextGuess.text(bytes, session: session) == sample.text)
    }

    @Test(arguments: [
        ("Łódź, Kraków", "WINDOWS-1250", "pl-PL"), ("Dvořák – Příliš žluťoučký kůň", "WINDOWS-1250", "cs-CZ"),
        ("Şebnem Ferah - Sil Baştan", "WINDOWS-1254", "tr-TR"), ("สวัสดี ประเทศไทย", "WINDOWS-874", "th-TH"),
        ("杰伦", "GB18030", "zh-CN"), ("周杰倫", "BIG5", "zh-TW"), ("桜", "CP932", "ja-JP"),
        ("Кино", "WINDOWS-1251", "ru-RU"),
        // The session is only a hint.
        ("Кино - Группа крови", "WINDOWS-1251", "zh-CN"), ("宇多田ヒカル - 桜流し", "CP932", "zh-CN"),
        ("周杰伦 - 青花瓷", "GB18030", "ru-RU"), ("Björk - Jóga", "WINDOWS-1252", "ru-RU"),
        ("Motörhead", "WINDOWS-1252", "zh-CN"),
        ("Café", "WINDOWS-1252", "ja-JP"),
    ])
    func theSessionDecidesWhatIsAlike(_ text: String, _ encoding: String, _ session: String) throws {
        #expect(TextGuess.text(try bytes(text, encoding), session: session) == text)
    }

    @Test(arguments: [
        ("ru", "WINDOWS-1251", "Привет"), ("ru", "KOI8-R", "Привет, как дела?"), ("pl", "WINDOWS-1250", "Łódź"),
        ("el", "WINDOWS-1253", "Καλημέρα"), ("zh-Hant", "BIG5", "你好"), ("zh-TW", "BIG5", "你好"), ("zh", "GB18030", "你好"),
        ("sr", "WINDOWS-1251", "Љубав"), ("sr-Latn", "WINDOWS-1250", "Šta"), ("ja", "CP932", "こんにちは"),
        ("ja", "EUC-JP", "こんにちは"), ("fr-CA", "WINDOWS-1252", "Là"), ("", "WINDOWS-1252", "Là"),
    ])
    func theLanguageOfAFileTellsItsEncodings(_ language: String, _ encoding: String, _ text: String) throws {
        #expect(TextGuess.text(try bytes(text, encoding), language: language, session: "ko-KR") == text)
    }

    @Test func localesAreLanguages() {
        #expect(TextGuess.language(ofLocale: "ru_RU.UTF-8") == "ru-RU")
        #expect(TextGuess.language(ofLocale: "zh_TW") == "zh-TW")
        #expect(
            ["", "C", "C.UTF-8", "POSIX"].map { TextGuess.language(ofLocale: $0) } == ["und", "und", "und", "und"])
    }

    /// GStreamer reads titles that are not UTF-8 as Windows-1252, or as Latin-1 if that lacks a byte.
    @Test(arguments: samples) func titlesOfStationsAreRepaired(_ sample: (text: String, encoding: String)) throws {
        let bytes = try bytes(sample.text, sample.encoding)
        let read = TextEncoding.utf8(bytes, from: "WINDOWS-1252") ?? TextEncoding.utf8(bytes, from: "ISO-8859-1")
        #expect(TextGuess.repaired(try #require(read), session: "und") == sample.text)
        #expect(TextGuess.repaired(sample.text, session: "und") == sample.text, "it was right")
    }

    @Test func aTitleThatIsCutOffIsStillUnicode() {
        let title = Array("Исполнитель - Песня".utf8)
        #expect(TextGuess.text(Array(title.dropLast())) == "Исполнитель - Песн")
        #expect(TextGuess.text(Array("Straße €".utf8.dropLast())) == "Straße ")
    }

    /// Bytes that mean nothing are text nevertheless.
    @Test func nonsenseIsText() {
        var numbers = SystemRandomNumberGenerator()
        for length in 1..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            for session in ["und", "zh-CN", "ru-RU", "ja-JP", "th-TH"] {
                let text = TextGuess.text(bytes, session: session)
                #expect(TextGuess.repaired(text, session: session).utf8.count <= 8 * length)
            }
        }
    }
}
