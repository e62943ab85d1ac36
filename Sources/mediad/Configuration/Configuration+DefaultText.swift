extension Configuration {
    /// A configuration file that sets every key to its default and explains it; `--print-config` prints it.
    static let defaultText = """
        # Configuration of mediad: $XDG_CONFIG_HOME/mediad/config.toml, or ~/.config/mediad/config.toml. Every key has
        # the default shown here. Unknown keys and wrong types are errors: `mediad --check-config` lists them.
        # `systemctl --user reload mediad` applies changes. See mediad.toml(5).

        [audio]
        # Where sound goes: "auto" (the first of PipeWire, PulseAudio and ALSA that works), "none" (nowhere, in real
        # time), a GStreamer element such as "pulsesink device=kitchen", or a bin description such as "audioconvert !
        # audioresample ! audio/x-raw,rate=48000,format=S16LE ! filesink location=/tmp/snapfifo".
        sink = "auto"
        # The volume after the start, linear, from 0 to 1.5. 1 leaves the sound unchanged.
        volume = 1.0
        # What happens when the sound device in use disappears, such as headphones: "pause" (playback pauses, and continues
        # on another device only when you play it again) or "continue" (on another device).
        on-unplug = "pause"
        # Whether playback pauses when another MPRIS player starts playing. It does not continue by itself.
        pause-when-others-play = false
        # How loud items are played that have ReplayGain tags (or R128 tags of Opus): "off" (as they are), "track" (all
        # tracks equally loud), "album" (all albums equally loud) or "auto" (by album if the album plays in order, by
        # track otherwise). The gain is lowered as far as needed to prevent clipping.
        replay-gain = "off"
        # How many dB are added to the gain of the tags, from -15 to 15.
        replay-gain-preamp = 0.0

        [video]
        # Where video goes: "auto" (a window if there is a display), "none", a GStreamer element such as "ximagesink",
        # or a bin description.
        sink = "auto"

        # What closing the window or picture in picture does to playback: "pause" or "stop".
        on-close = "pause"

        # Whether the window shows artwork for items without video.
        show-artwork = false

        # Where cards are drawn over the video, such as offers to skip, the next item, volume and chapters: "on",
        # "fullscreen" (only there) or "off".
        cards = "on"

        [playback]
        # What happens at the end of an item: "advance" (the next item plays), "pause" (the next item waits, paused) or
        # "stop".
        progression = "advance"
        # Up to this position, in seconds, "previous" goes to the previous item. Later, it goes to the start of the
        # item.
        previous-threshold = 3.0
        # How many seconds before the end of an item the next one is prepared, from 1 to 120.
        preload = 10.0

        [mpris]
        # What happens to the MPRIS name while the queue is empty: "keep" (playerctl always finds mediad) or "release"
        # (media keys control other players). mediactl finds mediad in both cases.
        when-idle = "keep"
        # What "next" and "previous" move by: "queue" (items), "chapters" (chapters, then items) or "auto" (chapters if
        # the item has them and the queue has one item). "previous" goes to the start of a chapter after its first 5
        # seconds.
        next-previous = "queue"
        # Whether "next" skips a segment, such as credits, during the first seconds of the offer to skip it.
        next-takes-offer = false

        [session]
        # What happens to the last session at the start: "paused" (it is restored, paused), "playing" (it is restored,
        # and continues if it was playing) or "never" (the queue is empty).
        restore = "paused"
        # Whether to prevent automatic suspend during playback, and screen blanking during video. mediad asks the
        # desktop portal, the screen saver or logind.
        inhibit = true

        [history]
        # Whether to record what was played and how far, resume it there, and remember languages and speed for each
        # series. It is stored in $XDG_STATE_HOME/mediad/journal.sqlite, or below ~/.local/state.
        keep = true
        # How many seconds of podcasts and audiobooks are repeated when they are resumed: always, after a minute, after
        # an hour, and after a day. Never over the start of a chapter.
        rewind = [0.8, 3, 10, 20]

        [proposals]
        # What happens with the next episode beside a local file (NAME S01E02.mkv): "propose" (it waits until you accept
        # it), "play" (it plays at the end) or "ignore".
        next-episode = "propose"
        # Playback pauses after this many proposals in a row were accepted automatically. 0 is never. Items shorter than
        # ten minutes are not proposed and do not count.
        still-watching-items = 0
        # Playback pauses after this many minutes without a command or key. 0 is never.
        still-watching-minutes = 0
        # Whether playback then goes back to the position of the last command or key.
        still-watching-rolls-back = false

        [notifications]
        # When offers to skip, proposals, "Still watching?", actions of programs and failures are shown as notifications of the
        # desktop, with buttons: "without-window" (unless the window is in sight and shows the same), "always" or "never".
        prompts = "without-window"

        [chapters]
        # The languages of chapter titles, best first, such as ["fr-CH", "de"]. A language that is not available is also
        # looked for without its region. [] is the language of the session: LANGUAGE, LC_ALL, LC_MESSAGES or LANG.
        languages = []

        [languages]
        # The languages of audio tracks, best first, such as ["ja", "en"]. A language that is not available is also looked
        # for without its region. A choice for a series applies to its episodes. [] is the language of the session.
        audio = []
        # The languages of subtitles, best first. [] is the languages of audio.
        subtitles = []
        # When subtitles are shown that nobody chose: "never", "forced" (only those that are marked as forced), "foreign"
        # (when the sound is in none of the languages of audio; else forced ones) or "always".
        subtitles-when = "foreign"

        # What is done with each kind of segment: "ignore", "announce" (signals on D-Bus), "ask" (skipping is offered),
        # "auto" (skipped when playback reaches it), "block" (never played) or "mute".
        [segments]
        # The title sequence.
        opening-credits = "ask"
        # The credits at the end.
        closing-credits = "ask"
        # What happened in previous episodes.
        recap = "ignore"
        # What comes later in this item.
        preview = "ignore"
        # What comes in the next item.
        next-preview = "ignore"
        # Advertisements and sponsors.
        advertisement = "ignore"
        # The break of a long film.
        intermission = "ignore"
        # Inserted material that is not part of the item. The display time excludes it.
        interstitial = "announce"
        # What you do not want to see.
        blocked = "block"
        # What you do not want to hear.
        mute = "mute"
        # Whether chapters with titles such as "Intro" and "Credits" are segments.
        chapter-titles = true
        # Whether "auto" also skips the opening credits of the first episode of a season.
        first-opening = false
        # Whether interstitials must be watched: they cannot be skipped or passed by seeking before they were played.
        # Other items of the queue can be chosen at any time.
        linear-interstitials = false

        [log]
        # The least severe level that is logged: "trace", "debug", "info", "notice", "warning", "error" or "critical".
        # `--log-level` takes precedence.
        level = "info"

        [network]
        # After this many seconds without data a server is considered gone, from 1 to 3600.
        timeout = 15
        # The User-Agent that is sent to HTTP servers.
        user-agent = "mediad"
        # HTTPS servers whose certificates are not checked, such as ["nas.local", "192.168.1.5:8920"]. For your own
        # servers with self-signed certificates.
        trusted-hosts = []

        [artwork]
        # Whether artwork is fetched from HTTP servers. Artwork in files is shown in any case.
        fetch = true
        # The size of the cache in $XDG_CACHE_HOME/mediad/art, in MiB, from 1 to 100000. The oldest files are removed
        # first.
        cache-size = 200

        [playlists]
        # Folders whose lists (M3U, PLS, XSPF, RSS) are shown as playlists, such as ["~/Lists", "/srv/music/lists"]. []
        # is Playlists in your music folder, and mediad/playlists in $XDG_DATA_HOME or ~/.local/share.
        folders = []

        # Titles of chapters in other languages than English, one [[chapter-words]] per language: words or phrases for
        # each kind. They must be the whole title, apart from numbers, articles and the like. With "…" at the end, they
        # only have to be its beginning, as in recap = ["Was bisher geschah …"].
        # [[chapter-words]]
        # language = "de"
        # opening-credits = ["Vorspann", "Titelsong"]
        # closing-credits = ["Abspann"]

        # Programs that are told what plays, one [[tracker]] each. mediad.toml(5) describes the lines of JSON that they
        # read.
        # [[tracker]]
        # The program and its arguments, as a list, or as a string with quotes where needed. It is not run by a shell.
        # command = ["/usr/local/bin/my-tracker", "--quiet"]
        # The name in the log. The default is the name of the program. Each tracker needs a different name.
        # name = "my-tracker"
        # Whether it is told what happens during playback. With false it is told only the metadata of items.
        # enabled = true
        # Whether it is told everything regardless of `enabled`.
        # mandatory = false
        # How often it is told the position during playback, in seconds, from 1 to 86400. 0 is never.
        # heartbeat = 30

        """
}
