extension Configuration {
    /// A configuration file that says what holds anyway, every key with its meaning: what `--print-config` prints.
    static let defaultText = """
        # mediad's configuration: $XDG_CONFIG_HOME/mediad/config.toml, else ~/.config/mediad/config.toml.
        # What is not set here has the value shown. Unknown keys and wrong types are errors; try with `mediad --check-config`.
        # A running mediad reads it again on `systemctl --user reload mediad`, ReloadConfig over D-Bus or SIGHUP.

        [audio]
        # Where sound goes: "auto" (the first that works of PipeWire, PulseAudio, ALSA, else nowhere), "none" (nowhere,
        # in real time), a GStreamer element ("pulsesink device=kitchen"), or a bin description, for example
        # "audioconvert ! audioresample ! audio/x-raw,rate=48000,format=S16LE ! filesink location=/tmp/snapfifo".
        sink = "auto"
        # The volume after a start, linear, from 0 to 1.5; 1 is unchanged.
        volume = 1.0

        [video]
        # Where pictures go: "auto" (a window if there is a display, else nowhere), "none", a GStreamer element
        # ("ximagesink") or a bin description.
        sink = "auto"

        # What closing the window, or its picture in picture, does to playback: "pause" or "stop".
        on-close = "pause"

        # Whether the window shows the covers of what is only heard.
        show-artwork = false

        # Whether offers to skip, what comes next, volume, position and chapters are shown over the picture for a moment:
        # "on", "fullscreen" (only there) or "off".
        cards = "on"

        [playback]
        # What the end of an item does: "advance" (the next one plays), "pause" (the next one waits) or "stop".
        progression = "advance"
        # Up to this position, in seconds, "previous" goes to the item before; later, to the start of this one.
        previous-threshold = 3.0
        # How many seconds before the end of an item the next one is prepared, from 1 to 120.
        preload = 10.0

        [mpris]
        # The MPRIS name while the queue is empty: "keep" (playerctl always finds mediad) or "release" (media keys go to
        # other players; mediactl still finds mediad by its own name).
        when-idle = "keep"
        # What "next" and "previous" move by: "queue" (items), "chapters" (chapters, and at an item's edges items) or "auto"
        # (chapters when the item has them and the queue has one item). Previous returns to the start of a chapter or item
        # that is well under way: more than 5 seconds in a chapter, previous-threshold in an item.
        next-previous = "queue"
        # Whether "next" takes the offer to skip credits in its first seconds.
        next-takes-offer = false

        [session]
        # What becomes of the last session at a start: "paused" (queue, position and settings come back, paused), "playing"
        # (what played goes on playing, what was paused stays so) or "never" (the queue is empty).
        restore = "paused"
        # Whether the machine is kept from going to sleep by itself while something plays, and the screen from being blanked
        # or locked while it is video: through the desktop portal, the screen saver or logind, whichever answers.
        inhibit = true

        [history]
        # Whether mediad remembers how far you played things, goes on there when you come back, and keeps languages and speed
        # for each series. It is all in $XDG_STATE_HOME/mediad/journal.sqlite, else in ~/.local/state/mediad.
        keep = true
        # How many seconds of spoken word are heard again when you come back: always, after a minute, after an hour, after a
        # day. Never over the start of a chapter.
        rewind = [0.8, 3, 10, 20]

        [proposals]
        # The next episode that lies beside a local file (NAME S01E02.mkv, same NAME): "propose" (it waits for you to accept
        # it), "play" (it plays at the end) or "ignore".
        next-episode = "propose"
        # After so many proposals in a row that were accepted by themselves, playback pauses and waits for a sign of life; 0
        # for never. Music and whatever else is shorter than ten minutes is not proposed, so it does not count.
        still-watching-items = 0
        # The same after so many minutes without one.
        still-watching-minutes = 0
        # Whether it goes back to where the last sign of life was.
        still-watching-rolls-back = false

        [chapters]
        # In which languages chapter titles are shown, best first, for example ["fr-CH", "de"]; a language that is not there
        # is looked for without its region. [] is the session's: LANGUAGE, else LC_ALL, LC_MESSAGES or LANG.
        languages = []

        [languages]
        # In which languages sound is played where a file has several, best first, for example ["ja", "en"]; a language
        # that is not there is looked for without its region. What you choose for a series is kept for its episodes. [] is
        # the session's: LANGUAGE, else LC_ALL, LC_MESSAGES or LANG.
        audio = []
        # In which languages subtitles are shown, best first; [] is the languages of sound.
        subtitles = []
        # When subtitles are shown that nobody chose: "never", "forced" (only those that are marked as forced), "foreign"
        # (when the sound is in none of its languages, else those that are forced) or "always".
        subtitles-when = "foreign"

        # What is done with segments: "ignore", "announce" (told over D-Bus), "ask" (skipping is offered), "auto" (skipped when
        # playback runs into it), "block" (never played) or "mute".
        [segments]
        # The song at the beginning.
        opening-credits = "ask"
        # The names at the end.
        closing-credits = "ask"
        # "Previously on …".
        recap = "ignore"
        # What comes in this item.
        preview = "ignore"
        # What comes in the next one.
        next-preview = "ignore"
        # Advertisements, sponsors.
        advertisement = "ignore"
        # The break of a long film.
        intermission = "ignore"
        # What was put in between and is no part of the item: the display time leaves it out.
        interstitial = "announce"
        # What somebody does not want to be played.
        blocked = "block"
        # What somebody does not want to be heard.
        mute = "mute"
        # Whether chapters called "Intro", "Credits" and the like are segments of that kind.
        chapter-titles = true
        # Whether the opening credits of a season's first episode are skipped unasked like any other.
        first-opening = false
        # Whether interstitials have to be seen: no jump over one that was not, no skipping while it plays. Another item of
        # the queue may be chosen at any time.
        linear-interstitials = false

        [log]
        # The least severe that is written: "trace", "debug", "info", "notice", "warning", "error" or "critical".
        # `--log-level` wins over it.
        level = "info"

        [network]
        # After how many seconds without a byte a server counts as gone, from 1 to 3600.
        timeout = 15
        # What HTTP servers are told.
        user-agent = "mediad"
        # HTTPS servers whose certificates are accepted unchecked, as in ["nas.local", "192.168.1.5:8920"]: for a server of
        # your own with a certificate that it signed itself.
        trusted-hosts = []

        [artwork]
        # Whether pictures that an item names are fetched from HTTP servers; those in files are shown in any case.
        fetch = true
        # How many MiB of pictures are kept in $XDG_CACHE_HOME/mediad/art, from 1 to 100000; the oldest go first.
        cache-size = 200

        [playlists]
        # Folders whose lists (M3U, PLS, XSPF, RSS) clients are shown, as in ["~/Lists", "/srv/music/lists"]. Without any:
        # Playlists in your music folder, and playlists in $XDG_DATA_HOME/mediad, else in ~/.local/share/mediad.
        folders = []

        # What chapters are called in other languages than English, one [[chapter-words]] each: by kind, words or
        # phrases, for titles in that language and in none. They are the whole title, but for numbers, articles and the like;
        # with "…" behind them, titles begin with them, as in recap = ["Was bisher geschah …"].
        # [[chapter-words]]
        # language = "de"
        # opening-credits = ["Vorspann", "Titelsong"]
        # closing-credits = ["Abspann"]

        # Programs that are told what plays, one [[tracker]] each; mediad's README shows the lines of JSON that they read.
        # [[tracker]]
        # The program and its arguments, as a list or as a text with quotes where needed; no shell reads it.
        # command = ["/usr/local/bin/my-tracker", "--quiet"]
        # How the log calls it; the program's name unless set. No two may have the same.
        # name = "my-tracker"
        # Whether it is told what is played; with false it is told only what the items are.
        # enabled = true
        # With true it is told everything whatever `enabled` says.
        # mandatory = false
        # How many seconds apart it is told the position while something plays, from 1 to 86400; 0 for never.
        # heartbeat = 30

        """
}
