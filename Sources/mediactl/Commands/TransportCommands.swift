import ArgumentParser
import DBusKit

/// `pause`.
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause playback.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.requirePlaying()
        try daemon.require("CanPause", orSay: "There is nothing to pause. See mediactl status.")
        try daemon.call(.player, "Pause")
    }
}

/// `resume`: unlike `play`, never starts mediad.
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume playback.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanPlay", orSay: "There is nothing to play. Specify an item: mediactl play FILE.")
        try daemon.call(.player, "Play")
        try daemon.waitForStart()
    }
}

/// `toggle`.
struct ToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Pause or resume playback.", aliases: ["play-pause"])

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanPlay", orSay: "There is nothing to play. Specify an item: mediactl play FILE.")
        try daemon.call(.player, "PlayPause")
    }
}

/// `stop`.
struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop playback; keep the queue.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.call(.player, "Stop")
    }
}

/// `next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go to the next item or chapter.")

    func run() throws {
        let daemon = try DaemonConnection()
        let interstitial = try daemon.propertiesIfKnown(of: .segments)?["Interstitial"]?.asDictionary
        let chapters = ChapterListing(try daemon.propertiesIfKnown(of: .chapters) ?? [:]).chapters
        let sentence =
            interstitial?["canSkip"]?.asBool == false
            ? "This interstitial cannot be skipped."
            : chapters.last?.isCurrent == true
                ? "This is the last chapter, and there is no next item. See mediactl chapters and mediactl queue."
                : "There is no next item. See mediactl queue."
        try daemon.require("CanGoNext", orSay: sentence, whilePlaying: true)
        try daemon.call(.player, "Next")
    }
}

/// `previous`.
struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous",
        abstract: "Go to the start, or to the previous item or chapter.",
        discussion: "The key next-previous under [mpris] in the configuration decides whether it moves by chapter.",
        aliases: ["prev"])

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanGoPrevious", orSay: "There is no previous item. See mediactl queue.", whilePlaying: true)
        try daemon.call(.player, "Previous")
    }
}
