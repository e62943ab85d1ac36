internal import PlayerCore

/// Recognises languages in file names: codes of two and three letters, with a region or script, and names in several
/// languages.
enum LanguageNames {
    /// Returns the language at the beginning of some words, and how many words it takes; nil if there is none.
    ///
    /// Only codes in ISO 639 match: other words of two or three letters may mean anything.
    ///
    /// - Parameter codes: whether codes match, too.
    static func match(_ words: ArraySlice<SubtitleName.Word>, codes: Bool = true) -> (tag: String, count: Int)? {
        guard let first = words.first?.text.lowercased() else { return nil }
        // The longest name first: "Portuguese Brazilian" is not Portuguese with a title.
        for count in stride(from: min(nameWords, words.count), through: 1, by: -1) {
            let phrase = words.prefix(count).map { $0.text.lowercased() }.joined(separator: " ")
            guard let tag = names[phrase] else { continue }
            return extended(tag, count, words)
        }
        guard codes, isCode(first) else { return nil }
        return extended(LanguageCode.bcp47(first), 1, words)
    }

    /// Adds scripts and regions that are joined to the language: `zh-Hant-TW`, `pt_BR`.
    private static func extended(
        _ tag: String, _ count: Int, _ words: ArraySlice<SubtitleName.Word>
    ) -> (tag: String, count: Int) {
        var (tag, count) = (tag, count)
        for word in words.dropFirst(count).prefix(2) {
            guard word.isTied, isRegion(word.text) || isScript(word.text) else { break }
            let longer = LanguageCode.bcp47(tag + "-" + word.text)
            guard longer != "und" else { break }
            (tag, count) = (longer, count + 1)
        }
        return (tag, count)
    }

    private static func isCode(_ word: String) -> Bool {
        guard (2...3).contains(word.utf8.count), word.utf8.allSatisfy({ (97...122).contains($0) }) else { return false }
        return knownCodes.contains(word)
    }

    /// ISO 3166-1, as written after a language, and the United Nations' numbers (`es-419`).
    private static func isRegion(_ word: Substring) -> Bool {
        switch word.utf8.count {
        case 2: regions.contains(word.uppercased())
        case 3: word.utf8.allSatisfy { (48...57).contains($0) }
        default: false
        }
    }

    private static func isScript(_ word: Substring) -> Bool {
        ["hans", "hant", "latn", "cyrl"].contains(word.lowercased())
    }

    private static let regions: Set<String> = [
        "AE", "AR", "AT", "AU", "BE", "BG", "BO", "BR", "CA", "CH", "CL", "CN", "CO", "CR", "CY", "CZ", "DE", "DK",
        "DO",
        "EC", "EE", "EG", "ES", "FI", "FR", "GB", "GR", "HK", "HR", "HU", "ID", "IE", "IL", "IN", "IR", "IS", "IT",
        "JP",
        "KR", "LA", "LT", "LU", "LV", "MA", "MO", "MX", "MY", "NL", "NO", "NZ", "PE", "PH", "PL", "PR", "PT", "RO",
        "RS",
        "RU", "SA", "SE", "SG", "SI", "SK", "TH", "TR", "TW", "UA", "UK", "US", "UY", "VE", "VN", "ZA",
    ]

    /// Codes of ISO 639-1 and 639-2, with a few of 639-3 that films use and those that subtitle sites invented.
    private static let knownCodes: Set<String> = Set(LanguageCode.known).union([
        "ast", "bho", "ceb", "cmn", "fil", "gsw", "hsb", "kab", "mai", "mni", "nan", "nds", "sco", "tlh", "vls", "yue",
        "und",
    ])

    /// The number of words of the longest name.
    private static let nameWords = 3

    /// By name, in lower case, words separated by spaces.
    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            let tag = halves[0].trimmingSpaces
            for name in halves[1].split(separator: ",") { names[name.trimmingSpaces] = tag }
        }
        return names
    }()

    /// Returns the English name of a language: that of the tag, or that of its language and then the tag.
    ///
    /// - Returns: nil if neither has a name here.
    static func english(_ tag: String) -> String? {
        if let name = englishNames[tag] { return name }
        return englishNames[String(tag.prefix { $0 != "-" })].map { "\($0) (\(tag))" }
    }

    /// The first name of each line of the table, as English writes it.
    private static let englishNames: [String: String] = {
        var names: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, let name = halves[1].split(separator: ",").first?.trimmingSpaces else { continue }
            names[halves[0].trimmingSpaces] = name.split(separator: " ").map {
                $0.prefix(1).uppercased() + $0.dropFirst()
            }.joined(separator: " ")
        }
        return names
    }()

    /// In English, in the language itself, and in German, French, Spanish, Italian and Portuguese where the word
    /// differs; with and without accents where people omit them.
    private static let table = """
        af: afrikaans
        ar: arabic, العربية, عربي, arabisch, arabe, árabe, arabo
        az: azerbaijani, azeri, azərbaycan
        be: belarusian, беларуская, weissrussisch, biélorusse
        bg: bulgarian, български, bulgarisch, bulgare, búlgaro, bulgaro
        bn: bengali, bangla, বাংলা
        bs: bosnian, bosanski, bosnisch, bosniaque
        ca: catalan, català, catala, katalanisch, catalán
        cs: czech, čeština, cestina, česky, cesky, tschechisch, tchèque, tcheque, checo, ceco, tcheco
        cy: welsh, cymraeg, walisisch, gallois
        da: danish, dansk, dänisch, danois, danés, danese, dinamarquês
        de: german, deutsch, allemand, alemán, aleman, tedesco, alemão, alemao, duits, niemiecki, tysk
        el: greek, ελληνικά, ελληνικα, griechisch, grec, griego, greco, grego
        en: english, englisch, anglais, inglés, ingles, inglese, inglês, engels, angielski, английский, engelska, engelsk
        en-AU: australian english, english australia
        en-CA: canadian english, english canada
        en-GB: british english, english british, english uk
        en-US: american english, english american, english us
        es: spanish, español, espanol, spanisch, espagnol, spagnolo, espanhol, spaans, hiszpański, испанский
        es-419: latin american spanish, spanish latin american, spanish latin america, spanish latam, spanish latino, latino, latam, latin american, español latino, espanol latino, español latinoamericano, español latinoamérica, spl
        es-ES: castilian spanish, castilian, castellano, spanish castilian, european spanish, spanish european, spanish spain, español españa, espanol espana
        et: estonian, eesti, estnisch, estonien
        eu: basque, euskara, baskisch
        fa: persian, farsi, فارسی, persisch, persan
        fi: finnish, suomi, finnisch, finnois, finlandés, finlandese, finlandês
        fil: filipino
        fr: french, français, francais, französisch, franzoesisch, francés, frances, francese, francês, frans, francuski, французский, vf, vff, vostfr
        fr-CA: canadian french, french canadian, french canada, québécois, quebecois, vfq, français canada, francais canada, français canadien
        fr-FR: european french, french france, french parisian
        ga: irish, gaeilge, irisch
        gl: galician, galego, galicisch
        he: hebrew, עברית, hebräisch, hébreu, hebreo, ebraico, hebraico
        hi: hindi, हिन्दी, हिंदी
        hr: croatian, hrvatski, kroatisch, croate, croata
        hu: hungarian, magyar, ungarisch, hongrois, húngaro, hungaro, ungherese
        hy: armenian, հայերեն, armenisch
        id: indonesian, bahasa indonesia, indonesia, indonesisch, indonésien, indonesio
        is: icelandic, íslenska, islenska, isländisch, islandais
        it: italian, italiano, italienisch, italien, italiaans, włoski, итальянский
        ja: japanese, 日本語, japanisch, japonais, japonés, japones, giapponese, japonês, японский, jap
        ka: georgian, ქართული, georgisch
        kk: kazakh, қазақ
        kn: kannada, ಕನ್ನಡ
        ko: korean, 한국어, koreanisch, coréen, coreen, coreano
        lt: lithuanian, lietuvių, lietuviu, litauisch, lituanien
        lv: latvian, latviešu, latviesu, lettisch, letton
        mk: macedonian, македонски, mazedonisch
        ml: malayalam, മലയാളം
        mr: marathi, मराठी
        ms: malay, bahasa melayu, melayu, malaiisch
        nb: norwegian bokmål, bokmål, bokmal, norwegian bokmal, norsk bokmål
        nl: dutch, nederlands, niederländisch, niederlaendisch, néerlandais, neerlandais, neerlandés, holandés, olandese, holandês, flemish, vlaams
        nn: norwegian nynorsk, nynorsk
        no: norwegian, norsk, norwegisch, norvégien, norvegien, noruego, norvegese, norueguês
        pa: punjabi, panjabi
        pl: polish, polski, polnisch, polonais, polaco, polacco, polonês
        pt: portuguese, português, portugues, portugiesisch, portugais, portugués, portoghese
        pt-BR: brazilian portuguese, brazilian, portuguese brazilian, portuguese brazil, português brasil, portugues brasil, português do brasil, brasil, brasileiro, português brasileiro, pob, ptbr
        pt-PT: european portuguese, portuguese european, portuguese portugal, português portugal, portugues portugal, português europeu
        ro: romanian, română, romana, rumänisch, roumain, rumano, rumeno, romeno
        ru: russian, русский, russisch, russe, ruso, russo
        sk: slovak, slovenčina, slovencina, slovenský, slowakisch, slovaque, eslovaco
        sl: slovenian, slovene, slovenščina, slovenscina, slowenisch, slovène
        sq: albanian, shqip, albanisch
        sr: serbian, srpski, српски, serbisch, serbe, serbio, serbo
        sv: swedish, svenska, schwedisch, suédois, suedois, sueco, svedese
        ta: tamil, தமிழ்
        te: telugu, తెలుగు
        th: thai, ไทย, thaï, thailändisch, tailandés
        tr: turkish, türkçe, turkce, türkisch, tuerkisch, turc, turco
        uk: ukrainian, українська, ukrainisch, ukrainien, ucraniano, ucraino
        ur: urdu, اردو
        vi: vietnamese, tiếng việt, tieng viet, vietnamesisch, vietnamien, vietnamita
        yue: cantonese, 粵語, 粤语, kantonesisch
        zh: chinese, mandarin, 中文, chinesisch, chinois, chino, cinese, chinês
        zh-Hans: simplified chinese, chinese simplified, simplified, 简体中文, 简体, 简中, chs, chinesisch vereinfacht, chinois simplifié, chino simplificado
        zh-Hant: traditional chinese, chinese traditional, traditional, 繁體中文, 繁体中文, 繁體, 繁体, 繁中, cht, zht, chinesisch traditionell, chinois traditionnel, chino tradicional
        """
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
