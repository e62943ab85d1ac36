import Logging
import PlayerCore
import PlayerEngine

/// Everything that `config.toml` can say, with the defaults that hold where it says nothing.
struct Configuration: Hashable, Sendable {
    /// `[audio]`
    struct Audio: Hashable, Sendable {
        /// Where sound goes.
        var sink: SinkSetting = .auto
        /// The volume after a start, linear: 1 is unchanged.
        var volume = 1.0
        /// What becomes of playback when the device disappears on which it is heard.
        var onUnplug = UnplugPlayback.pause
        /// Whether another player that begins to play pauses this one.
        var pauseWhenOthersPlay = false
        /// Which gain of items is applied.
        var replayGain = ReplayGainMode.off
        /// Decibels that are added to it.
        var replayGainPreamp = 0.0
    }

    /// `[video]`
    struct Video: Hashable, Sendable {
        /// Where pictures go.
        var sink: SinkSetting = .auto
        /// Whether covers of what is only heard are shown in the window.
        var showArtwork = false
        /// What closing the window does.
        var onClose = ClosePlayback.pause
        /// Where cards are drawn over the picture.
        var cards = CardMode.on
    }

    /// `[playback]`
    struct Playback: Hashable, Sendable {
        /// What the end of an item does.
        var progression: Progression = .advance
        /// Up to this position "previous" goes to the item before; later it goes to the start of this one.
        var previousThreshold = MediaTime(nanoseconds: 3_000_000_000)
        /// How long before the end of an item the next one is prepared.
        var preload = MediaTime(nanoseconds: 10_000_000_000)
    }

    /// `[mpris]`
    struct MPRIS: Hashable, Sendable {
        /// What becomes of the MPRIS name while the queue is empty.
        enum WhenIdle: String, Hashable, Sendable, CaseIterable {
            /// Stays owned, so that `playerctl open` always has somebody to talk to.
            case keep
            /// Is given up, so that media keys go to other players; mediad's own name stays.
            case release
        }

        var whenIdle: WhenIdle = .keep
        /// Whether Next takes the offer to skip while it is prominent.
        var nextTakesOffer = false
        /// What Next and Previous of MPRIS move by.
        var nextPrevious: Stepping = .queue
    }

    /// `[session]`
    struct Session: Hashable, Sendable {
        /// What becomes of the last run's session at a start.
        enum Restore: String, Hashable, Sendable, CaseIterable {
            /// It comes back, paused.
            case paused
            /// What played goes on playing, what was paused stays so.
            case playing
            /// The queue is empty.
            case never
        }

        var restore = Restore.paused
        /// Whether the machine stays awake while something plays, and the screen while it is video.
        var inhibit = true
    }

    /// `[history]`
    struct History: Hashable, Sendable {
        /// Whether it is remembered how far items were played, and what was chosen for series.
        var keep = true
        /// How much of spoken word is heard again after an absence.
        var rewind = RewindSteps()
    }

    /// `[proposals]`
    struct Proposals: Hashable, Sendable {
        /// What is done with the next episode that lies beside a local file.
        enum NextEpisodeUse: String, Hashable, Sendable, CaseIterable {
            /// It is proposed, and played when somebody accepts it.
            case propose
            /// It is proposed, and played at the end of the item.
            case play
            /// Nobody looks for it.
            case ignore
        }

        var nextEpisode = NextEpisodeUse.propose
        /// After so many automatic acceptances playback waits for a sign of life; 0: never.
        var stillWatchingItems = 0
        /// After so many minutes without a sign of life it waits for one; 0: never.
        var stillWatchingMinutes = 0.0
        /// Whether it goes back then to where the last sign was.
        var stillWatchingRollsBack = false
    }

    /// `[notifications]`
    struct Notifications: Hashable, Sendable {
        /// When people are prompted by the notification server.
        var prompts = PromptMode.withoutWindow
    }

    /// `[chapters]`
    struct Chapters: Hashable, Sendable {
        /// In which languages titles are shown, BCP 47, best first; empty: in those of the session.
        var languages: [String] = []
    }

    /// `[languages]`
    struct Languages: Hashable, Sendable {
        /// Of sound, BCP 47, best first; empty: those of the session.
        var audio: [String] = []
        /// Of subtitles; empty: those of sound.
        var subtitles: [String] = []
        /// When subtitles are shown that nobody chose.
        var subtitlesWhen = SubtitleUse.foreign
    }

    /// `[log]`
    struct Log: Hashable, Sendable {
        /// The least severe level that is written.
        var level: Logger.Level = .info
    }

    /// `[network]`
    struct Network: Hashable, Sendable {
        static let mostTrustedHosts = 1_000

        /// How long a server may say nothing before its item fails.
        var timeout = MediaTime(nanoseconds: 15_000_000_000)
        /// What HTTP servers are told.
        var userAgent = "mediad"
        /// HTTPS servers whose certificates are taken as they are: hosts, or hosts with ports.
        var trustedHosts: [String] = []
        /// From `~/.netrc`, which is read with the configuration.
        var logins = HTTPLogins()
    }

    /// `[artwork]`
    struct Artwork: Hashable, Sendable {
        /// Whether pictures are fetched from HTTP servers.
        var fetch = true
        /// How much all kept pictures may take, in MiB.
        var cacheSize = 200.0
    }

    /// `[playlists]`
    struct Playlists: Hashable, Sendable {
        /// Where lists lie that clients are shown, absolute or below the home folder; empty: in the usual places.
        var folders: [String] = []
    }

    /// `[segments]`
    struct Segments: Hashable, Sendable {
        /// What is done with each kind, where that is not its default.
        var policies: [SegmentKind: SegmentAction] = [:]
        /// Whether chapter titles say what kind of segment a chapter is.
        var chapterTitles = true
        /// Whether the opening of a season's first episode is skipped unasked like any other.
        var firstOpening = false
        /// Whether interstitials have to be seen.
        var linearInterstitials = false
        /// `[[chapter-words]]`: words in chapter titles beside the English ones.
        var titleRules: [ChapterTitleRules.Rule] = []
    }

    var audio = Audio()
    var video = Video()
    var playback = Playback()
    var mpris = MPRIS()
    var session = Session()
    var history = History()
    var proposals = Proposals()
    var notifications = Notifications()
    var chapters = Chapters()
    var languages = Languages()
    var segments = Segments()
    var log = Log()
    var network = Network()
    var artwork = Artwork()
    var playlists = Playlists()
    /// `[[tracker]]`, in the file's order.
    var trackers: [TrackerConfiguration] = []
}
