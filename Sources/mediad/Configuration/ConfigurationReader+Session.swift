import PlayerCore

/// `[session]`, `[history]`, `[proposals]` and `[notifications]`: what is remembered and what is proposed.
extension ConfigurationReader {
    mutating func readSession(into configuration: inout Configuration) {
        configuration.session.restore = choice(
            "session", "restore", configuration.session.restore, among: Configuration.Session.Restore.allCases)
        configuration.session.onResume = choice(
            "session", "on-resume", configuration.session.onResume, among: ResumePlayback.allCases)
        configuration.session.inhibit = flag("session", "inhibit", configuration.session.inhibit)
        configuration.history.keep = flag("history", "keep", configuration.history.keep)
        configuration.history.rewind = rewindSteps("history", "rewind", configuration.history.rewind)
        configuration.history.continuing = choice(
            "history", "continue", configuration.history.continuing, among: Continuing.allCases)
        configuration.proposals.nextEpisode = choice(
            "proposals", "next-episode", configuration.proposals.nextEpisode,
            among: Configuration.Proposals.NextEpisodeUse.allCases)
        configuration.proposals.stillWatchingItems = whole(
            "proposals", "still-watching-items", configuration.proposals.stillWatchingItems, in: 0...1_000)
        configuration.proposals.stillWatchingMinutes = number(
            "proposals", "still-watching-minutes", configuration.proposals.stillWatchingMinutes, in: 0...10_000,
            unit: " minutes")
        configuration.proposals.stillWatchingRollsBack = flag(
            "proposals", "still-watching-rolls-back", configuration.proposals.stillWatchingRollsBack)
        configuration.notifications.prompts = choice(
            "notifications", "prompts", configuration.notifications.prompts, among: PromptMode.allCases)
    }

    private mutating func rewindSteps(_ table: String, _ key: String, _ fallback: RewindSteps) -> RewindSteps {
        guard let node = node(table, key) else { return fallback }
        guard let array = node.array else {
            reportType(table, key, node.typeName, expected: "a list of four numbers of seconds, as in [0.8, 3, 10, 20]")
            return fallback
        }
        let numbers = array.compactMap { $0.value.double ?? $0.value.int.map(Double.init) }
        guard array.count == 4, numbers.count == 4, numbers.allSatisfy({ (0...600).contains($0) }) else {
            report(table, key, "must contain four numbers of seconds from 0 to 600, as in [0.8, 3, 10, 20]")
            return fallback
        }
        return RewindSteps(rewinds: numbers.compactMap { MediaTime(seconds: $0) })
    }
}
