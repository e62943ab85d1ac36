internal import Logging
internal import MediaExport
internal import PlayerCore
internal import PlayerEngine
internal import PlayerService

/// The settings that each part takes from the configuration.
extension Configuration {
    /// - Parameter environment: used for the session's languages.
    func playerSettings(environment: [String: String]) -> PlayerSettings {
        var settings = PlayerSettings()
        settings.previousThreshold = playback.previousThreshold
        settings.preloadLead = playback.preload
        settings.volume = audio.volume
        settings.onUnplug = audio.onUnplug
        settings.onResume = session.onResume
        settings.replayGain = audio.replayGain
        settings.replayGainPreamp = audio.replayGainPreamp
        settings.progression = playback.progression
        settings.segmentPolicies = segments.policies
        let rules = ChapterTitleRules(segments.titleRules + ChapterTitleRules.english)
        settings.titleRules = segments.chapterTitles ? rules : nil
        settings.nextTakesOffer = mpris.nextTakesOffer
        settings.skipsFirstOpening = segments.firstOpening
        settings.linearInterstitials = segments.linearInterstitials
        settings.stepping = mpris.nextPrevious
        settings.windowClosePlayback = video.onClose
        settings.cards = video.cards
        settings.startsPictureInPicture = video.startsAutomatically
        settings.animatesPicture = video.animations
        settings.pictureScaling = video.scaling
        settings.opensFullscreen = video.fullscreen
        settings.keepsPictureAtEnd = video.atEnd == .keep
        settings.language = Words.Language(SessionLanguages.preferred(in: environment))
        settings.showsArtwork = video.showArtwork
        let isDisplayNamed = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
        settings.hasDisplay = video.sink.text != "none" && isDisplayNamed
        settings.lacksDisplay = video.sink == .auto && !isDisplayNamed
        settings.keepsHistory = history.keep
        settings.rewindSteps = history.rewind
        settings.continuing = history.continuing
        settings.books = library.bookFolders(environment: environment)
        settings.proposesNextEpisode = proposals.nextEpisode != .ignore
        settings.nextEpisodeInterval = proposals.nextEpisode == .play ? 0 : .nan
        settings.stillWatching.items = proposals.stillWatchingItems > 0 ? proposals.stillWatchingItems : nil
        settings.stillWatching.time =
            proposals.stillWatchingMinutes > 0 ? MediaTime(seconds: proposals.stillWatchingMinutes * 60) : nil
        settings.stillWatching.rollsBack = proposals.stillWatchingRollsBack
        let ofSession = SessionLanguages.preferred(in: environment)
        settings.preferredLanguages = chapters.languages.isEmpty ? ofSession : chapters.languages
        settings.tracks = TrackPreferences(
            audio: languages.audio.isEmpty ? ofSession : languages.audio, subtitles: languages.subtitles,
            when: languages.subtitlesWhen)
        return settings
    }

    /// The cache of pictures of moments.
    func pictureDirectory(environment: [String: String]) -> String {
        "\(UserFolders(environment: environment).cache)/mediad/moments"
    }

    /// - Parameter environment: used for the location of the cache.
    func engine(environment: [String: String]) -> EngineConfiguration {
        let cache = UserFolders(environment: environment).cache
        var engine = EngineConfiguration(
            audioSink: audio.sink.text, videoSink: video.sink.text,
            networkTimeout: UInt32(clamping: Int64(network.timeout.seconds.rounded(.up))), userAgent: network.userAgent,
            artworkDirectory: "\(cache)/mediad/art", imageCacheLimit: Int64(artwork.cacheSize * 1_048_576),
            fetchesImages: artwork.fetch)
        engine.deinterlace = video.deinterlace
        engine.pausesOnUnplug = audio.onUnplug == .pause
        engine.logins = network.logins
        engine.trustedHosts = Set(network.trustedHosts)
        engine.reachesLocalAddresses = network.localAddresses
        return engine
    }

    /// The settings that exports share with playback.
    func exporting(environment: [String: String]) -> ExportHost.Access {
        let engine = engine(environment: environment)
        return .init(
            settings: .init(
                networkTimeout: engine.networkTimeout, userAgent: engine.userAgent, trustedHosts: engine.trustedHosts,
                reachesLocalAddresses: engine.reachesLocalAddresses),
            logins: engine.logins)
    }

    var busOptions: PlayerBus.Options {
        var options = PlayerBus.Options()
        options.whenIdle =
            switch mpris.whenIdle {
            case .keep: .keep
            case .release: .release
            }
        options.supportedSchemes += network.schemes.filter { !options.supportedSchemes.contains($0) }
        options.version = Mediad.version
        // The features that clients can rely on. Each new interface adds its own.
        options.capabilities = [
            "queue": true, "tracks": true, "gapless": true, "external-subtitles": true, "chapters": true,
            "segments": true, "proposals": true, "sleep-timer": true, "history": true, "window": true,
            "trim": true, "lists": true, "playlists": true, "actions": true, "audio": true, "pictures": true,
        ]
        return options
    }
}

extension Logger.Level {
    init(_ level: EngineLogLevel) {
        switch level {
        case .debug: self = .debug
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
