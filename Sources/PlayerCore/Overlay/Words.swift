/// The strings that are shown in the window and in notifications, in one table.
public enum Words {
    /// A language of the table.
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
        case muted, undo, upNext, play, notNow, live, chapters, audio, subtitles, information, off
        case chapter, track, season, episode, keys, queue
        case stillWatching, upNextTitle, playbackWaits, resume, stop, playsIn, until, cannotPlay, failed, failuresInARow
        case tryAgain, next, wholePicture, filledWindow, saved
        case ad, outOf, notDuringAd, mustBeSeen, noSeeking, nothingThere, noSubtitles, noOtherAudio
        case noChapters, nothingToUndo
        case external, forced, hearingImpaired, audioDescription, commentary, mono, stereo
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

    /// Returns a phrase about something, whose name replaces the `%` of the table.
    public static func text(_ word: Word, _ name: some StringProtocol, _ language: Language) -> String {
        let phrase = text(word, language)
        guard let place = phrase.firstIndex(of: "%") else { return phrase }
        return String(phrase[..<place]) + name + phrase[phrase.index(after: place)...]
    }

    /// Returns "Season 1, episode 2" in a language.
    static func episode(
        _ episode: some BinaryInteger, ofSeason season: some BinaryInteger, _ language: Language
    ) -> String {
        "\(text(.season, language)) \(season), \(text(.episode, language)) \(episode)"
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
        case .muted: ("Muted", "Stumm", "Son coupé")
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
        case .queue: ("Queue", "Warteschlange", "File d’attente")
        case .keys: ("Keys", "Tasten", "Touches")
        case .stillWatching: ("Still watching?", "Noch da?", "Toujours là ?")
        case .upNextTitle: ("Up next: %", "Als Nächstes: %", "À suivre : %")
        case .playbackWaits: ("Playback waits.", "Die Wiedergabe wartet.", "La lecture attend.")
        case .resume: ("Continue", "Fortsetzen", "Continuer")
        case .stop: ("Stop", "Stopp", "Arrêter")
        case .playsIn: ("Plays in %", "Beginnt in %", "Lecture dans %")
        case .until: ("until %", "bis %", "jusqu’à %")
        case .cannotPlay: ("Cannot play %", "% lässt sich nicht abspielen", "Impossible de lire %")
        case .failed: ("failed", "Fehler", "échec")
        case .failuresInARow:
            (
                "% items in a row could not be played.", "% Titel hintereinander ließen sich nicht abspielen.",
                "% éléments de suite n’ont pas pu être lus."
            )
        case .tryAgain: ("Try again", "Erneut versuchen", "Réessayer")
        case .ad: ("Ad", "Werbung", "Publicité")
        case .outOf: ("% of", "% von", "% sur")
        case .notDuringAd: ("Not during an ad", "Nicht während der Werbung", "Pas pendant la publicité")
        case .mustBeSeen: ("This cannot be skipped", "Das lässt sich nicht überspringen", "Impossible de passer ceci")
        case .noSeeking: ("No seeking here", "Hier lässt sich nicht springen", "Impossible de se déplacer ici")
        case .nothingThere: ("There is nothing more", "Da ist nichts mehr", "Il n’y a plus rien")
        case .noSubtitles: ("No subtitles", "Keine Untertitel", "Pas de sous-titres")
        case .noOtherAudio: ("No other audio track", "Keine andere Tonspur", "Pas d’autre piste audio")
        case .noChapters: ("No chapters", "Keine Kapitel", "Pas de chapitres")
        case .nothingToUndo: ("Nothing to undo", "Nichts rückgängig zu machen", "Rien à annuler")
        case .external: ("External", "Extern", "Externe")
        case .forced: ("forced", "erzwungen", "forcés")
        case .hearingImpaired: ("hard of hearing", "für Hörgeschädigte", "malentendants")
        case .audioDescription: ("audio description", "Audiodeskription", "audiodescription")
        case .commentary: ("commentary", "Kommentar", "commentaire")
        case .mono: ("mono", "Mono", "mono")
        case .stereo: ("stereo", "Stereo", "stéréo")
        case .wholePicture: ("Whole picture", "Ganzes Bild", "Image entière")
        case .filledWindow: ("Fills the window", "Füllt das Fenster", "Remplit la fenêtre")
        case .saved: ("Saved: %", "Gespeichert: %", "Enregistré : %")
        case .next: ("Next", "Nächster Titel", "Suivant")
        }
    }
}
