import Testing

@testable import MediaProbe

@Suite struct LanguageCodeTests {
    @Test(arguments: [
        ("eng", "en"), ("fre", "fr"), ("fra", "fr"), ("ger", "de"), ("DEU", "de"), ("chi", "zh"), ("zho", "zh"),
        ("cze", "cs"), ("dut", "nl"), ("gre", "el"), ("per", "fa"), ("rum", "ro"), ("wel", "cy"), ("scr", "hr"),
        ("gsw", "gsw"), ("tlh", "tlh"), ("mul", "mul"), ("zxx", "zxx"), ("en", "en"), ("iw", "he"), ("sh", "sr-Latn"),
    ])
    func codesBecomeTheShortestSubtag(code: String, tag: String) { #expect(LanguageCode.bcp47(code) == tag) }

    @Test(arguments: [
        ("eng-us", "en-US"), ("pt_br", "pt-BR"), ("ZH-HANT-tw", "zh-Hant-TW"), ("es-419", "es-419"),
        ("de-1996", "de-1996"), ("sl-ROZAJ-biske", "sl-rozaj-biske"), ("en-u-CA-gregory", "en-u-ca-gregory"),
        ("x-Klingon", "x-klingon"), ("i-default", "i-default"),
    ])
    func tagsAreWrittenAsUsual(code: String, tag: String) { #expect(LanguageCode.bcp47(code) == tag) }

    @Test(arguments: [
        "", "-", "e", "x", "und", "mis", "und-US", "en-", "-en", "en--US", "e2", "123", "toolongword", "ümlaut",
        "en US",
        String(repeating: "en-", count: 40) + "en", "\u{0}\u{0}\u{0}",
    ])
    func whatIsNoLanguageIsUndetermined(code: String) { #expect(LanguageCode.bcp47(code) == "und") }

    @Test(arguments: [
        ("eng", "us", "en-US"), ("eng", "uk", "en-GB"), ("por", "BR", "pt-BR"), ("eng", "", "en"), ("eng", "u2", "en"),
        ("eng", "usa", "en"), ("", "us", "und"),
    ])
    func countriesJoinThem(code: String, country: String, tag: String) {
        #expect(LanguageCode.bcp47(code, country: country) == tag)
    }
}
