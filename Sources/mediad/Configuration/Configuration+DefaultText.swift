extension Configuration {
    /// A configuration file that sets every key to its default and explains it; `--print-config` prints it.
    static let defaultText = """
        # The configuration of mediad: $XDG_CONFIG_HOME/mediad/config.toml, or ~/.config/mediad/config.toml. This file
        # sets every key to its default. Unknown keys, wrong types and values out of range are errors: `mediad
        # --check-config` prints them. `systemctl --user reload mediad` applies changes. See mediad.toml(5).

        [audio]
        # The audio sink: "auto" (the first of PipeWire, PulseAudio and ALSA that works), "none" (silent, in real time),
        # a GStreamer element or a bin description. Examples: "pulsesink device=kitchen", "audioconvert !
        # audioresample ! audio/x-raw,rate=48000,format=S16LE ! filesink location=/tmp/snapfifo".
        sink = "auto"
        # The volume when mediad starts, linear, from 0 to 1.5. 1 leaves the sound unchanged.
        volume = 1.0
        # What happens when the sound device in use, such as headphones, disappears: "pause" (playback pauses; another
        # device is used only when you resume) or "continue" (playback continues on another device).
        on-unplug = "pause"
        # Whether playback pauses when another MPRIS player starts playing. Playback does not resume automatically.
        pause-when-others-play = false
        # Which gain is applied to items with ReplayGain tags or with the R128 tags of Opus: "off" (none), "track" (all
        # tracks are equally loud), "album" (all albums are equally loud) or "auto". "auto" applies the album gain
        # within an album that plays in order, and the track gain otherwise. If the tags give the
        # peak, the gain is lowered as far as needed to prevent clipping.
        replay-gain = "off"
        # How many dB are added to the gain of the tags, from -15 to 15.
        replay-gain-preamp = 0.0

        [video]
        # The video sink: "auto" (a window if there is a display), "none", a GStreamer element such as "ximagesink", or
        # a bin description.
        sink = "auto"

        # Whether a window that opens fills the screen. Whoever leaves full screen stays out of it until the window is
        # closed and opens anew.
        fullscreen = false

        # Whether closing the window or picture in picture pauses or stops playback: "pause" or "stop".
        on-close = "pause"

        # What the end of playback does to the window: "close" (it closes, but stays with the last frame while the next
        # item is proposed) or "keep" (it keeps the last frame until it is closed or something else plays).
        at-end = "close"

        # Which video is deinterlaced, from the next item on: "auto" (what is marked as interlaced, such as television),
        # "on" (everything) or "off".
        deinterlace = "auto"

        # How the picture meets a window of another shape: "fit" (the whole picture, with bars) or "fill" (no bars; the
        # picture is cut at two sides). What is chosen with a key, mediactl or D-Bus has precedence, and is remembered.
        scaling = "fit"

        # The folder of pictures that are saved with `s` or `mediactl screenshot`. It is made if it does not exist. Empty:
        # the user's folder of pictures (xdg-user-dirs), or ~/Pictures.
        screenshots = ""

        # Whether the window opens for items that have artwork and no video, and shows it.
        show-artwork = false

        # Whether cards are drawn over the picture, such as offers to skip, the next item, volume and chapters: "on",
        # "fullscreen" (only in fullscreen) or "off".
        cards = "on"

        # Whether picture in picture starts by itself when the window is minimised, leaves the workspace or loses
        # fullscreen during playback. What a program sets on D-Bus has precedence, and is remembered.
        starts-automatically = false

        # Whether the picture moves when it makes room for the next item. With false, it jumps.
        animations = true

        [playback]
        # What happens at the end of an item: "advance" (the next item plays), "pause" (mediad goes to the next item and
        # pauses) or "stop".
        progression = "advance"
        # Up to this position, in seconds, "previous" goes to the previous item. Later, it goes to the start of the
        # current item. The range is 0 to 3600.
        previous-threshold = 3.0
        # How many seconds before the end of an item the next item is prepared, from 1 to 120.
        preload = 10.0

        [mpris]
        # What happens to the MPRIS name while the queue is empty: "keep" (playerctl always finds mediad) or "release"
        # (media keys control other players). mediactl finds mediad in both cases.
        when-idle = "keep"
        # What "next" and "previous" move by: "queue" (items), "chapters" (chapters, and items beyond the first and the
        # last chapter) or "auto" (chapters if the item has chapters and the queue has one item). "previous" goes to
        # the start of a chapter if the position is more than 5 seconds into it.
        next-previous = "queue"
        # Whether "next" accepts an offer to skip a segment, during the first seconds of the offer.
        next-takes-offer = false

        [session]
        # What happens to the last session when mediad starts: "paused" (it is restored, paused), "playing" (it is
        # restored, and playback resumes if it was playing) or "never" (the queue is empty).
        restore = "paused"
        # What happens when the machine wakes from sleep, before which playback pauses: "continue" (playback continues if
        # it played before, and if nothing but time has changed) or "pause". Items from a server are opened again, live
        # streams at their edge.
        on-resume = "continue"
        # Whether to prevent automatic suspend during playback, and screen blanking and locking during video. mediad
        # uses the first of the desktop portal, the screen saver and logind that answers.
        inhibit = true

        [history]
        # Whether to keep a history, resume items where they were left, and remember languages and speed for each
        # series. Everything is stored in $XDG_STATE_HOME/mediad/journal.sqlite, by default in
        # ~/.local/state/mediad/journal.sqlite.
        keep = true
        # How many seconds podcasts and audiobooks go back when they are resumed: always, and after a break of a minute,
        # of an hour, and of a day. Each number is from 0 to 600. Playback never goes back beyond the start of a
        # chapter.
        rewind = [0.8, 3, 10, 20]
        # What happens when a list or a folder is played of which a book, a podcast or an episode was left in the middle:
        # "always" (it goes on there), "ask" (it plays from its beginning, and the window and a notification offer to go
        # on) or "never". Music plays from its beginning.
        continue = "always"

        [proposals]
        # What happens to the next episode beside a local file (NAME S01E02.mkv): "propose" (it plays if you accept it),
        # "play" (it plays at the end of the item) or "ignore".
        next-episode = "propose"
        # After this many automatically accepted proposals in a row, playback pauses until the next command or key. 0
        # disables this. Items shorter than ten minutes do not count.
        still-watching-items = 0
        # After this many minutes without a command or key, playback pauses until the next command or key. 0 disables
        # this.
        still-watching-minutes = 0
        # Whether this pause also goes back to the position of the last command or key.
        still-watching-rolls-back = false

        [notifications]
        # When prompts appear as desktop notifications with buttons: "without-window" (unless a visible window shows the
        # prompt), "always" or "never". Prompts are offers to skip, the next item, "Still watching?", actions of
        # programs, and items that cannot be played.
        prompts = "without-window"

        [chapters]
        # The languages of chapter titles, best first, such as ["fr-CH", "de"]. If a language is not available, mediad
        # also tries it without its region. [] selects the languages of the session: LANGUAGE, or the first of LC_ALL,
        # LC_MESSAGES and LANG that is set.
        languages = []

        [languages]
        # The languages of audio tracks, best first, such as ["ja", "en"]. If a language is not available, mediad also
        # tries it without its region. A track selected for an episode also applies to the other episodes of its series.
        # [] selects the languages of the session.
        audio = []
        # The languages of subtitles, best first. [] selects the languages of audio.
        subtitles = []
        # When subtitles are shown although you have not selected a track: "never", "forced" (only forced subtitles),
        # "foreign" (if the sound is in none of the languages of audio; otherwise only forced subtitles) or "always".
        subtitles-when = "foreign"

        # The action for each kind of segment. "ignore" only lists the segment, and "announce" signals its beginning and
        # end to clients. "ask" offers to skip it, and "auto" skips it once when playback reaches it. "block" never
        # plays it, and "mute" plays it without sound.
        [segments]
        # The title sequence.
        opening-credits = "ask"
        # The credits at the end.
        closing-credits = "ask"
        # A summary of previous episodes.
        recap = "ask"
        # A preview of later parts of this item.
        preview = "ask"
        # A preview of the next item.
        next-preview = "ignore"
        # Advertisements and sponsors.
        advertisement = "ignore"
        # The break in a long film.
        intermission = "ignore"
        # Inserted material that is not part of the item. The displayed time does not include it.
        interstitial = "announce"
        # Parts that you do not want to see.
        blocked = "block"
        # Parts that you do not want to hear.
        mute = "mute"
        # Whether chapters with titles such as "Intro" or "Credits" are segments.
        chapter-titles = true
        # Whether "auto" also skips the opening credits of the first episode of a season.
        first-opening = false
        # Whether interstitials must be watched. If so, you can neither skip them nor seek past one that has not been
        # played. You can go to another item of the queue at any time.
        linear-interstitials = false

        [log]
        # The least severe level that is logged: "trace", "debug", "info", "notice", "warning", "error" or "critical".
        # `--log-level` takes precedence.
        level = "info"

        [network]
        # After this many seconds without data, a server counts as unreachable. The range is 1 to 3600.
        timeout = 15
        # The User-Agent that is sent to HTTP servers.
        user-agent = "mediad"
        # HTTPS servers whose certificates are not checked, such as ["nas.local", "192.168.1.5:8920"]. Use this for your
        # own servers with self-signed certificates.
        trusted-hosts = []
        # Schemes of addresses that you open beside the usual ones, such as ["dvd", "cdda"]. GStreamer must have a source
        # for them. Lists, feeds, manifests and files beside an item cannot use them. Takes effect after a restart.
        schemes = []
        # Whether items on public servers may name addresses on this machine and in your network.
        local-addresses = false

        [artwork]
        # Whether artwork is fetched from HTTP servers. Artwork in files is always shown.
        fetch = true
        # The size of the artwork cache in $XDG_CACHE_HOME/mediad/art, in MiB, from 1 to 100000. The oldest files are
        # removed first.
        cache-size = 200

        [playlists]
        # The folders whose lists (M3U, PLS, XSPF, RSS) clients see as playlists, such as ["~/Lists",
        # "/srv/music/lists"]. [] selects Playlists in your music folder, and mediad/playlists in $XDG_DATA_HOME or
        # ~/.local/share.
        folders = []

        [library]
        # Folders in which every folder of sound files is one book, such as ["~/Audiobooks", "/srv/books"]. Elsewhere, a
        # folder is a book if its files have one album and are M4B, spoken word, or numbered parts or chapters.
        books = ["~/Audiobooks"]

        # Words and phrases that identify a kind of chapter by its title, in addition to the English ones. There is one
        # table [[chapter-words]] per language. A word or phrase must be the whole title, apart from numbers, articles
        # and words such as "part". A phrase that ends in "…" needs to match only the beginning of the title, such as
        # "Was bisher geschah …" for recap.
        # [[chapter-words]]
        # language = "de"
        # opening-credits = ["Vorspann", "Titelsong"]
        # closing-credits = ["Abspann"]

        # Programs that mediad informs about playback, one [[tracker]] each. Each program reads one JSON object per line
        # from its standard input: see TRACKERS in mediad.toml(5).
        # [[tracker]]
        # The program and its arguments, as a list of strings, or as one string in which arguments with spaces are
        # quoted. mediad does not run it through a shell.
        # command = ["/usr/local/bin/my-tracker", "--quiet"]
        # The name in the log. The default is the name of the program. Each tracker needs a unique name.
        # name = "my-tracker"
        # Whether the program receives all events. With false, it receives only the metadata of items.
        # enabled = true
        # Whether the program receives all events regardless of `enabled`.
        # mandatory = false
        # The interval in seconds at which the position is sent during playback, from 1 to 86400. 0 disables this.
        # heartbeat = 30

        """
}
