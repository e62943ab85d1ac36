/// The keys of the window and what they do, in one list: the card that `?` shows, and the manual (mediad(1), Keys in the
/// window; a test compares them).
public enum WindowKeyList {
    /// Keys with one meaning.
    public struct Line: Hashable, Sendable {
        /// The names of their keysyms.
        public let keys: [String]
        /// Whether they are pressed together with Ctrl.
        public var withControl = false
        /// As they are written for people, such as `[ ]`.
        public let sign: String
        let english: String
        let german: String
        let french: String

        /// What they do, in a few words.
        public func text(_ language: Words.Language) -> String {
            switch language {
            case .english: english
            case .german: german
            case .french: french
            }
        }
    }

    public static let lines: [Line] = [
        Line(
            keys: ["space", "XF86AudioPlay", "XF86AudioPause"], sign: "Space", english: "pause or resume",
            german: "Pause oder weiter",
            french: "pause ou reprise"),
        Line(
            keys: ["Left", "Right"], sign: "← →", english: "seek 5 s, with Shift 60 s",
            german: "5 s springen, mit Umschalt 60 s", french: "sauter de 5 s, avec Maj 60 s"),
        Line(
            keys: ["Up", "Down", "9", "0", "m"], sign: "↑ ↓ 9 0 m", english: "change the volume, mute",
            german: "Lautstärke, stumm", french: "régler ou couper le son"),
        Line(
            keys: ["bracketleft", "bracketright", "braceleft", "braceright"], sign: "[ ] { }",
            english: "slower or faster", german: "langsamer oder schneller", french: "ralentir ou accélérer"),
        Line(
            keys: ["BackSpace"], sign: "Backspace", english: "normal speed", german: "normales Tempo",
            french: "vitesse normale"),
        Line(
            keys: ["period", "comma"], sign: ". ,", english: "pause, then next or previous frame",
            german: "Pause, dann Einzelbild", french: "pause, puis image par image"),
        Line(
            keys: ["c", "C", "Prior", "Next"], sign: "c C", english: "next or previous chapter",
            german: "nächstes oder voriges Kapitel", french: "chapitre suivant ou précédent"),
        Line(
            keys: ["n", "N", "greater", "less", "XF86AudioNext", "XF86AudioPrev"], sign: "n N",
            english: "next or previous item or chapter", german: "nächster oder voriger Titel",
            french: "titre suivant ou précédent"),
        Line(
            keys: ["l"], sign: "l", english: "show or hide the queue", german: "Warteschlange zeigen",
            french: "afficher la file d’attente"),
        Line(
            keys: ["u"], sign: "u", english: "undo the last skip", german: "letztes Überspringen rückgängig",
            french: "annuler le dernier saut"),
        Line(
            keys: ["Return", "KP_Enter"], sign: "Enter", english: "press, accept or skip",
            german: "drücken oder annehmen", french: "appuyer, accepter ou passer"),
        Line(
            keys: ["Escape"], sign: "Esc", english: "close, decline, or go back",
            german: "schließen, ablehnen, zurück", french: "fermer, refuser ou revenir"),
        Line(
            keys: ["Tab", "ISO_Left_Tab"], sign: "Tab", english: "go to the next button", german: "zum nächsten Knopf",
            french: "aller au bouton suivant"),
        Line(
            keys: ["i", "I"], sign: "i I", english: "show the bar, or information",
            german: "Leiste oder Information zeigen", french: "afficher la barre ou les informations"),
        Line(
            keys: ["j", "J"], sign: "j J", english: "next or previous subtitles",
            german: "nächste oder vorige Untertitel", french: "sous-titres suivants ou précédents"),
        Line(
            keys: ["z", "Z", "x", "F", "G"], sign: "z x F G", english: "delay and size of subtitles",
            german: "Untertitel: Zeit und Größe", french: "décalage et taille des sous-titres"),
        Line(
            keys: ["numbersign"], sign: "#", english: "next audio track", german: "nächste Tonspur",
            french: "piste audio suivante"),
        Line(
            keys: ["minus", "plus"], withControl: true, sign: "Ctrl − +", english: "sound earlier or later",
            german: "Ton früher oder später", french: "son plus tôt ou plus tard"),
        Line(
            keys: ["r"], sign: "r", english: "turn the picture", german: "Bild drehen", french: "tourner l’image"),
        Line(
            keys: ["s"], sign: "s", english: "save the picture", german: "Bild speichern",
            french: "enregistrer l’image"),
        Line(
            keys: ["w"], sign: "w", english: "fill the window, or fit in it", german: "Fenster füllen oder ganzes Bild",
            french: "remplir la fenêtre ou image entière"),
        Line(keys: ["f", "F11"], sign: "f", english: "fullscreen", german: "Vollbild", french: "plein écran"),
        Line(
            keys: ["p"], sign: "p", english: "picture in picture", german: "Bild im Bild",
            french: "incrustation d’image"),
        Line(
            keys: ["q", "XF86AudioStop"], sign: "q", english: "stop, and close the window",
            german: "beenden, Fenster schließen",
            french: "arrêter et fermer la fenêtre"),
        Line(
            keys: ["question"], sign: "?", english: "show or hide these keys",
            german: "diese Tasten", french: "afficher ou masquer ces touches"),
    ]
}
