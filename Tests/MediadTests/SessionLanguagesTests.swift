import PlayerCore
import Testing

@testable import mediad

@Suite struct SessionLanguagesTests {
    @Test(
        arguments: [
            ([:], []),
            (["LANG": ""], []),
            (["LANG": "de_CH.UTF-8"], ["de-CH"]),
            (["LANG": "de_DE@euro"], ["de-DE"]),
            (["LANG": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]),
            (["LANG": "sr@latin"], ["sr-Latn"]),
            (["LANG": "fr"], ["fr"]),
            (["LANG": "C"], []),
            (["LANG": "C.UTF-8"], []),
            (["LANG": "POSIX"], []),
            (["LANGUAGE": "de_CH.UTF-8:fr"], ["de-CH", "fr"]),
            (["LANGUAGE": "de:de::C:fr:", "LANG": "en_US.UTF-8"], ["de", "fr"]),
            (["LANGUAGE": "de", "LC_ALL": "C"], []),
            (["LANGUAGE": "", "LANG": "it_IT"], ["it-IT"]),
            (["LC_MESSAGES": "es_ES", "LANG": "it_IT"], ["es-ES"]),
            (["LC_ALL": "pt_BR", "LC_MESSAGES": "es_ES"], ["pt-BR"]),
            (["LC_ALL": "", "LANG": "it_IT"], ["it-IT"]),
            (["LANG": "/usr/lib/locale/xx"], []),
            (["LANG": "_@."], []),
            (["LANG": "x"], []),
        ] as [([String: String], [String])]) func environmentsGiveTags(environment: [String: String], tags: [String])
    {
        #expect(SessionLanguages.preferred(in: environment) == tags)
    }

    @Test func theConfigurationComesBeforeTheSession() {
        var configuration = Configuration()
        let environment = ["LANG": "de_CH.UTF-8"]
        #expect(configuration.playerSettings(environment: environment).preferredLanguages == ["de-CH"])
        configuration.chapters.languages = ["fr"]
        configuration.mpris.nextPrevious = .chapters
        #expect(configuration.playerSettings(environment: environment).preferredLanguages == ["fr"])
        #expect(configuration.playerSettings(environment: environment).stepping == .chapters)
    }
}
