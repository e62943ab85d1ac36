/// The strings that are shown in the window, in one table.
public enum Words {
    /// A language that the window speaks.
    public enum Language: String, Hashable, Sendable, CaseIterable {
        case english = "en"
        case german = "de"
        case french = "fr"

        /// Chooses the first of the session's languages that there is; English if there is none.
        ///
        /// - Parameter tags: BCP 47, best first.
        public init(_ tags: [String]) {
            let known = tags.lazy.compactMap { tag in
                Language(rawValue: String(tag.lowercased().prefix { $0 != "-" && $0 != "_" }))
            }
            self = known.first ?? .english
        }
    }

    /// A string of the table.
    public enum Word: Hashable, Sendable, CaseIterable {
        case skip, skipIntro, skipCredits, skipRecap, skipPreview, skipAdvertisement, skipIntermission
        case skipped, skippedIntro, skippedCredits, skippedRecap, skippedPreview, skippedAdvertisement
        case skippedIntermission
        case undo, upNext, play, notNow, live, chapters, audio, subtitles, information, off
        case chapter, track, season, episode
    }

    /// Returns a word in a language.
    public static func text(_ word: Word, _ language: Language) -> String {
        let row = row(word)
        return switch language {
        case .english: row.0
        case .german: row.1
        case .french: row.2
        }
    }

    private static func row(_ word: Word) -> (String, String, String) {
        switch word {
        case .skip: ("Skip", "Überspringen", "Passer")
        case .skipIntro: ("Skip intro", "Intro überspringen", "Passer le générique")
        case .skipCredits: ("Skip credits", "Abspann überspringen", "Passer le générique")
        case .skipRecap: ("Skip recap", "Rückblick überspringen", "Passer le résumé")
        case .skipPreview: ("Skip preview", "Vorschau überspringen", "Passer l’aperçu")
        case .skipAdvertisement: ("Skip advertisement", "Werbung überspringen", "Passer la publicité")
        case .skipIntermission: ("Skip intermission", "Pause überspringen", "Passer l’entracte")
        case .skipped: ("Skipped", "Übersprungen", "Passé")
        case .skippedIntro: ("Skipped intro", "Intro übersprungen", "Générique passé")
        case .skippedCredits: ("Skipped credits", "Abspann übersprungen", "Générique passé")
        case .skippedRecap: ("Skipped recap", "Rückblick übersprungen", "Résumé passé")
        case .skippedPreview: ("Skipped preview", "Vorschau übersprungen", "Aperçu passé")
        case .skippedAdvertisement: ("Skipped advertisement", "Werbung übersprungen", "Publicité passée")
        case .skippedIntermission: ("Skipped intermission", "Pause übersprungen", "Entracte passé")
        case .undo: ("Undo", "Rückgängig", "Annuler")
        case .upNext: ("Up next", "Als Nächstes", "À suivre")
        case .play: ("Play", "Abspielen", "Lire")
        case .notNow: ("Not now", "Nicht jetzt", "Plus tard")
        case .live: ("Live", "Live", "Direct")
        case .chapters: ("Chapters", "Kapitel", "Chapitres")
        case .audio: ("Audio", "Ton", "Audio")
        case .subtitles: ("Subtitles", "Untertitel", "Sous-titres")
        case .information: ("Information", "Information", "Informations")
        case .off: ("Off", "Aus", "Désactivés")
        case .chapter: ("Chapter", "Kapitel", "Chapitre")
        case .track: ("Track", "Spur", "Piste")
        case .season: ("Season", "Staffel", "Saison")
        case .episode: ("episode", "Folge", "épisode")
        }
    }
}
