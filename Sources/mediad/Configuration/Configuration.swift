import Logging
import PlayerCore
import PlayerEngine

/// The contents of `config.toml`, with the defaults of keys that are not set.
struct Configuration: Hashable, Sendable {
    /// `[audio]`
    struct Audio: Hashable, Sendable {
        /// Where sound goes.
        var sink: SinkSetting = .auto
        /// The volume after a start, linear: 1 leaves the sound unchanged.
        var volume = 1.0
        /// What happens to playback when the sound device in use disappears.
        var onUnplug = UnplugPlayback.pause
        /// Whether playback pauses when another player starts playing.
        var pauseWhenOthersPlay = false
        /// Which ReplayGain of the items is applied.
        var replayGain = ReplayGainMode.off
        /// Decibels that are added to the gain.
        var replayGainPreamp = 0.0
    }

    /// `[video]`
    struct Video: Hashable, Sendable {
        /// Where video goes.
        var sink: SinkSetting = .auto
        /// Whether the window shows artwork for items without video.
        var showArtwork = false
        /// What closing the window does to playback.
        var onClose = ClosePlayback.pause
        /// Whether a window that opens fills the screen.
        var fullscreen = false
        /// What the end of playback does to the window.
        enum AtEnd: String, Hashable, Sendable, CaseIterable {
            /// The window closes, unless the next item is proposed.
            case close
            /// The window keeps the last frame.
            case keep
        }
        var atEnd = AtEnd.close
        /// Which video is deinterlaced.
        var deinterlace = EngineConfiguration.Deinterlace.auto
        /// How the picture meets a window of another shape.
        var scaling = PictureScaling.fit
        /// The folder of saved pictures; empty: the user's folder of pictures.
        var screenshots = ""
        /// Where cards are drawn over the video.
        var cards = CardMode.on
        /// Whether picture in picture starts by itself when the window is no longer in sight.
        var startsAutomatically = false
        /// Whether the picture moves when it makes room for the next item.
        var animations = true
    }

    /// `[playback]`
    struct Playback: Hashable, Sendable {
        /// What happens at the end of an item.
        var progression: Progression = .advance
        /// Up to this position, "previous" goes to the previous item; later, it goes to the start of the current item.
        var previousThreshold = MediaTime(nanoseconds: 3_000_000_000)
        /// How long before the end of an item the next one is prepared.
        var preload = MediaTime(nanoseconds: 10_000_000_000)
    }

    /// `[mpris]`
    struct MPRIS: Hashable, Sendable {
        /// What happens to the MPRIS name while the queue is empty.
        enum WhenIdle: String, Hashable, Sendable, CaseIterable {
            /// The name stays owned, so that `playerctl open` always finds the player.
            case keep
            /// The name is released, so that media keys control other players. mediad's own name stays.
            case release
        }

        var whenIdle: WhenIdle = .keep
        /// Whether Next accepts the offer to skip while it is prominent.
        var nextTakesOffer = false
        /// What the MPRIS methods Next and Previous move by.
        var nextPrevious: Stepping = .queue
    }

    /// `[session]`
    struct Session: Hashable, Sendable {
        /// What happens to the session of the last run at the start.
        enum Restore: String, Hashable, Sendable, CaseIterable {
            /// The session is restored, paused.
            case paused
            /// The session is restored; it continues if it was playing, else it stays paused.
            case playing
            /// The queue is empty.
            case never
        }

        var restore = Restore.paused
        var onResume = ResumePlayback.goOn
        /// Whether to prevent suspend during playback, and screen blanking during video.
        var inhibit = true
    }

    /// `[history]`
    struct History: Hashable, Sendable {
        /// Whether positions of items and choices for series are remembered.
        var keep = true
        /// How much of spoken word is repeated after an absence.
        var rewind = RewindSteps()
        /// Whether a list or a folder goes on where it was left.
        var continuing = Continuing.always
    }

    /// `[proposals]`
    struct Proposals: Hashable, Sendable {
        /// What happens with the next episode beside a local file.
        enum NextEpisodeUse: String, Hashable, Sendable, CaseIterable {
            /// It is proposed, and plays when it is accepted.
            case propose
            /// It is proposed, and plays at the end of the item.
            case play
            /// It is not looked for.
            case ignore
        }

        var nextEpisode = NextEpisodeUse.propose
        /// The number of automatic acceptances after which playback pauses for a confirmation; 0: never.
        var stillWatchingItems = 0
        /// The number of minutes without a command or key after which playback pauses for a confirmation; 0: never.
        var stillWatchingMinutes = 0.0
        /// Whether playback then goes back to the position of the last command or key.
        var stillWatchingRollsBack = false
    }

    /// `[notifications]`
    struct Notifications: Hashable, Sendable {
        /// When prompts are shown as desktop notifications.
        var prompts = PromptMode.withoutWindow
    }

    /// `[chapters]`
    struct Chapters: Hashable, Sendable {
        /// The languages of chapter titles, BCP 47, best first; empty: those of the session.
        var languages: [String] = []
    }

    /// `[languages]`
    struct Languages: Hashable, Sendable {
        /// The languages of audio tracks, BCP 47, best first; empty: those of the session.
        var audio: [String] = []
        /// The languages of subtitles; empty: those of audio tracks.
        var subtitles: [String] = []
        /// When to show subtitles that were not chosen.
        var subtitlesWhen = SubtitleUse.foreign
    }

    /// `[log]`
    struct Log: Hashable, Sendable {
        /// The least severe level that is logged.
        var level: Logger.Level = .info
    }

    /// `[network]`
    struct Network: Hashable, Sendable {
        static let mostTrustedHosts = 1_000
        static let mostSchemes = 100

        /// How long a server may send no data before its item fails.
        var timeout = MediaTime(nanoseconds: 15_000_000_000)
        /// The User-Agent that is sent to HTTP servers.
        var userAgent = "mediad"
        /// HTTPS servers whose certificates are not checked: hosts, or hosts with ports.
        var trustedHosts: [String] = []
        /// Schemes of addresses that people may open beside ``MediaSchemes/playable``, in lower case.
        var schemes: [String] = []
        /// Whether what a public server names may be on this machine or in a private network.
        var localAddresses = false
        /// Logins from `~/.netrc`, which is read together with the configuration.
        var logins = HTTPLogins()
    }

    /// `[artwork]`
    struct Artwork: Hashable, Sendable {
        /// Whether artwork is fetched from HTTP servers.
        var fetch = true
        /// The size of the artwork cache, in MiB.
        var cacheSize = 200.0
    }

    /// `[playlists]`
    struct Playlists: Hashable, Sendable {
        /// The folders of playlists, absolute or below the home folder; empty: the usual places.
        var folders: [String] = []
    }

    /// `[library]`
    struct Library: Hashable, Sendable {
        /// Folders below which every folder of sound files is one book, absolute or below the home folder.
        var books = ["~/Audiobooks"]
    }

    /// `[segments]`
    struct Segments: Hashable, Sendable {
        /// The action for each kind whose action is not the default.
        var policies: [SegmentKind: SegmentAction] = [:]
        /// Whether chapter titles determine the kind of a segment.
        var chapterTitles = true
        /// Whether the opening credits of a season's first episode are skipped automatically like any others.
        var firstOpening = false
        /// Whether interstitials must be watched.
        var linearInterstitials = false
        /// `[[chapter-words]]`: words in chapter titles in addition to the English ones.
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
    var library = Library()
    /// `[[tracker]]`, in the order of the file.
    var trackers: [TrackerConfiguration] = []
}
