/// The content of a card, drawn over the picture as televisions do. It contains no pixels.
public enum Card: Hashable, Sendable {
    /// A segment can be skipped.
    case offer(SegmentKind)
    /// A segment was skipped automatically; `canUndo`: the key that undoes the skip works.
    case skipped(SegmentKind, canUndo: Bool)
    case proposal(ProposalCard)
    /// Playback waits until somebody shows that they are still watching.
    case stillWatching
    /// Linear: 1 is the unchanged volume.
    case volume(Double, isMuted: Bool = false)
    /// The speed of playback: 1 is normal.
    case rate(Double)
    /// Whole seconds in displayed time; no length where the length is unknown.
    case position(seconds: Int64, of: Int64?)
    /// The title of the chapter that begins.
    case chapter(String)
    /// The track, or the style of subtitles, that a person chose.
    case choice(String)
    /// Playback is paused.
    case paused
    /// The controls of picture in picture, shown under the pointer.
    case controls(isPlaying: Bool)
    /// The played part of the item, from 0 to 1, below the controls of picture in picture.
    case progress(Double)
    /// What is heard, below its cover.
    case nowPlaying(NowPlayingCard)
    /// What is sung.
    case lyrics(LyricsCard)
    /// The actions of clients that can be invoked now; not empty.
    case actions([ActionButton])
    case bar(BarCard)
    /// What is at the pointer on the line of the bar.
    case hint(HintCard)
    case list(ListCard)
    case information(InformationCard)
    /// The keys of the window.
    case keys(KeysCard)
    /// The interstitial that plays.
    case interstitial(InterstitialCard)
    /// Why what a person asked for is not done.
    case refused(Refused)
    /// An item that cannot be played, by its title, and why, in a sentence.
    case failed(String, why: String)
}

extension Card {
    /// The text of the card in English.
    public var text: String { text(.english) }

    /// The text of a card with one line, such as an offer; empty for all others.
    public func text(_ language: Words.Language) -> String {
        switch self {
        case .offer(let kind): Words.text(Self.offerWord(kind), language)
        case .skipped(let kind, _): Words.text(Self.skippedWord(kind), language)
        case .volume(let volume, let isMuted):
            isMuted ? Words.text(.muted, language) : "\(Int((volume * 100).rounded())) %"
        case .rate(let rate): "\(Self.number(rate))×"
        case .position(let seconds, let length):
            length.map { "\(ClockTime.text(seconds)) / \(ClockTime.text($0))" } ?? ClockTime.text(seconds)
        case .chapter(let name), .choice(let name): name
        case .interstitial(let card): card.text(language)
        case .refused(let why): Words.text(why.word, language)
        case .failed(let title, let why): "\(Words.text(.cannotPlay, Self.shortened(title), language)): \(why)"
        case .stillWatching: Words.text(.stillWatching, language)
        case .proposal, .controls, .progress, .nowPlaying, .lyrics, .paused, .actions, .bar, .hint, .list, .information,
            .keys:
            ""
        }
    }

    /// The maximum number of characters of a title in front of a sentence, which has to be read, too.
    private static let mostOfTitle = 40

    private static func shortened(_ title: String) -> String {
        title.count > mostOfTitle ? String(title.prefix(mostOfTitle - 1)) + "…" : title
    }

    /// The key in the window that undoes an automatic skip.
    public static let undoKey = "u"

    /// A number with two decimals at most.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func offerWord(_ kind: SegmentKind) -> Words.Word {
        switch kind {
        case .openingCredits: .skipIntro
        case .closingCredits: .skipCredits
        case .recap: .skipRecap
        case .preview, .nextPreview: .skipPreview
        case .advertisement: .skipAdvertisement
        case .intermission: .skipIntermission
        default: .skip
        }
    }

    private static func skippedWord(_ kind: SegmentKind) -> Words.Word {
        switch kind {
        case .openingCredits: .skippedIntro
        case .closingCredits: .skippedCredits
        case .recap: .skippedRecap
        case .preview, .nextPreview: .skippedPreview
        case .advertisement: .skippedAdvertisement
        case .intermission: .skippedIntermission
        default: .skipped
        }
    }
}
