import ArgumentParser
import DBusKit

/// `pause`.
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause playback.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.requirePlaying()
        try daemon.require("CanPause", orSay: "there is nothing to pause: see mediactl status")
        try daemon.call(.player, "Pause")
    }
}

/// `resume`: unlike `play`, never starts mediad.
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume playback.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanPlay", orSay: "there is nothing to play: mediactl play FILE")
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
        try daemon.require("CanPlay", orSay: "there is nothing to play: mediactl play FILE")
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
        let sentence =
            interstitial?["canSkip"]?.asBool == false
            ? "this interstitial cannot be skipped" : "there is no next item: see mediactl queue"
        try daemon.require("CanGoNext", orSay: sentence, whilePlaying: true)
        try daemon.call(.player, "Next")
    }
}

/// `previous`.
struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous",
        abstract: "Go to the start, or to the previous item or chapter.",
        discussion: "Moves by chapter if next-previous under [mpris] in the configuration says so.", aliases: ["prev"])

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanGoPrevious", orSay: "there is no previous item: see mediactl queue", whilePlaying: true)
        try daemon.call(.player, "Previous")
    }
}
