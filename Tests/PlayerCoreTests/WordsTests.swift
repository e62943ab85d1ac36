import PlayerCore
import Testing

/// The strings of the window.
@Suite struct WordsTests {
    @Test func everyWordIsInEveryLanguage() {
        for word in Words.Word.allCases {
            for language in Words.Language.allCases { #expect(!Words.text(word, language).isEmpty) }
        }
    }

    @Test(arguments: [
        ([], Words.Language.english), (["de-CH", "fr"], .german), (["fr"], .french), (["ja", "fr-CA"], .french),
        (["ja"], .english), (["EN"], .english), (["den"], .english),
    ])
    func theFirstLanguageThatThereIsIsSpoken(_ tags: [String], _ language: Words.Language) {
        #expect(Words.Language(tags) == language)
    }

    @Test func cardsSpeak() {
        #expect(Card.offer(.openingCredits).text(.german) == "Intro überspringen")
        #expect(Card.skipped(.recap, canUndo: true).text(.french) == "Résumé passé")
    }
}
