import PlayerCore

/// What is left out of an item.
extension ContractCase {
    static var cuts: [ContractCase] { passedCuts + changedCuts + soughtCuts }

    /// An item that is about to play with cuts, and ends soon behind the last.
    private static func prepare(_ run: ContractRun, _ medium: ContractMedium, at start: Double, _ cuts: [Cut])
        async throws
    {
        await run.perform(.prepare(one, run.item(one, medium, start: start)))
        try await run.tells(.prepared(one, medium))
        await run.perform(.cut(one, cuts))
    }

    private static var passedCuts: [ContractCase] {
        both("a cut", "Playback goes on at its end when it comes to its start.") { run, medium in
            try await prepare(run, medium, at: 2, [Cut(2.3, 11.7)])
            await run.perform(.setPlaying(true))
            try await run.tells(.started(one, .at(2), rate: 1), .cutPassed(one, .at(11.7), rate: 1), .ended(one))
        }
            + both("two cuts", "Each is passed, one after the other.") { run, medium in
                try await prepare(run, medium, at: 2, [Cut(2.3, 6), Cut(6.4, 11.7)])
                await run.perform(.setPlaying(true))
                try await run.tells(
                    .started(one, .at(2), rate: 1), .cutPassed(one, .at(6), rate: 1),
                    .cutPassed(one, .at(11.7), rate: 1),
                    .ended(one))
            }
            + both("a cut to the end", "It is the item's end.") { run, medium in
                try await prepare(run, medium, at: 2, [Cut(2.3, nil)])
                await run.perform(.setPlaying(true))
                try await run.tells(.started(one, .at(2), rate: 1), .ended(one))
            }
            + both("a preload behind a cut to the end", "It joins where the rest is cut off.") { run, medium in
                try await prepare(run, medium, at: 2, [Cut(2.4, nil)])
                await run.perform(.preload(two, run.item(two, medium)))
                try await run.tells(.prepared(two, medium))
                await run.perform(.setPlaying(true))
                try await run.tells(.started(one, .at(2), rate: 1), .started(two, .at(0), rate: 1))
            }
            + [
                ContractCase("a cut of the preload", "It is passed once the preload has joined.") { run in
                    await run.perform(
                        .prepare(one, run.item(one, .film, left: 0.3)), .preload(two, run.item(two, .sound, start: 2)))
                    try await run.tells(.prepared(one, .film), .prepared(two, .sound))
                    await run.perform(.cut(two, [Cut(2.4, 11.7)]), .setPlaying(true))
                    try await run.tells(
                        .started(one, .at(ContractMedium.film.length - 0.3), rate: 1), .started(two, .at(2), rate: 1),
                        .cutPassed(two, .at(11.7), rate: 1), .ended(two))
                },
                ContractCase("a pause before a cut", "What stands before a cut passes it when it goes on.") { run in
                    try await prepare(run, .film, at: 2, [Cut(6, 11.7)])
                    await run.perform(.setPlaying(true))
                    try await run.tells(.started(one, .at(2), rate: 1))
                    try await run.pause(one)
                    await run.perform(.seek(one, 1, to: 5.7, cuts: [Cut(6, 11.7)]))
                    try await run.tells(.landed(one, 1, .at(5.7), rate: 0))
                    await run.perform(.setPlaying(true))
                    // A machine that stalls comes to the cut before it sees that the output plays.
                    let isSeen = try await run.tells(
                        .anchored(one, .wherePlaybackIs, rate: 1), or: .cutPassed(one, .at(11.7), rate: 1))
                    if isSeen { try await run.tells(.cutPassed(one, .at(11.7), rate: 1)) }
                    try await run.tells(.ended(one))
                },
            ]
    }

    private static var changedCuts: [ContractCase] {
        both("other cuts", "A newer list replaces the one before.") { run, medium in
            try await prepare(run, medium, at: 2, [Cut(2.2, 4), Cut(4.5, 5)])
            await run.perform(.cut(one, [Cut(2.4, 11.7)]), .setPlaying(true))
            try await run.tells(.started(one, .at(2), rate: 1), .cutPassed(one, .at(11.7), rate: 1), .ended(one))
        }
            + [
                ContractCase("other cuts later", "What follows the first may change alone.") { run in
                    try await prepare(run, .film, at: 2, [Cut(2.3, 4), Cut(4.3, 5)])
                    await run.perform(.cut(one, [Cut(2.3, 4), Cut(4.5, 11.7)]), .setPlaying(true))
                    try await run.tells(
                        .started(one, .at(2), rate: 1), .cutPassed(one, .at(4), rate: 1),
                        .cutPassed(one, .at(11.7), rate: 1), .ended(one))
                },
                ContractCase("no cuts after all", "An empty list leaves nothing out.") { run in
                    try await prepare(run, .sound, at: 11, [Cut(11.2, 11.4)])
                    await run.perform(.cut(one, []), .setPlaying(true))
                    try await run.tells(.started(one, .at(11), rate: 1), .ended(one))
                },
                ContractCase("other cuts while it plays", "So it does for what is heard already.") { run in
                    try await prepare(run, .film, at: 0, [Cut(11, 11.5)])
                    await run.perform(.setPlaying(true))
                    try await run.tells(.started(one, .at(0), rate: 1))
                    await run.perform(.cut(one, [Cut(11.2, 11.8)]))
                    await run.perform(.seek(one, 1, to: 11, cuts: [Cut(11.2, 11.8)]))
                    try await run.tells(
                        .landed(one, 1, .at(11), rate: 1), .cutPassed(one, .at(11.8), rate: 1), .ended(one))
                },
            ]
    }

    private static var soughtCuts: [ContractCase] {
        both("a seek with cuts", "What is left out from there on comes with it.") { run, medium in
            try await run.play(one, medium)
            await run.perform(.seek(one, 1, to: 5, cuts: [Cut(5.3, 11.7)]))
            try await run.tells(.landed(one, 1, .at(5), rate: 1), .cutPassed(one, .at(11.7), rate: 1), .ended(one))
        }
            + [
                ContractCase("a seek with cuts before the start", "Also while nothing was heard yet.") { run in
                    await run.perform(.prepare(one, run.item(one, .film)))
                    try await run.tells(.prepared(one, .film))
                    await run.perform(.seek(one, 1, to: 5, cuts: [Cut(5.3, 11.7)]))
                    try await run.tells(.landed(one, 1, .at(5), rate: 0))
                    await run.perform(.setPlaying(true))
                    try await run.tells(
                        .started(one, .at(5), rate: 1), .cutPassed(one, .at(11.7), rate: 1), .ended(one))
                },
                ContractCase("a seek over a cut", "A cut that is not in a seek's list is forgotten.") { run in
                    try await prepare(run, .film, at: 0, [Cut(6, 11.9)])
                    await run.perform(.setPlaying(true))
                    try await run.tells(.started(one, .at(0), rate: 1))
                    await run.perform(.seek(one, 1, to: 11.7))
                    try await run.tells(.landed(one, 1, .at(11.7), rate: 1), .ended(one))
                },
                ContractCase("a rate with cuts", "At another rate a cut is passed at its start, too.") { run in
                    try await run.play(one, .film)
                    await run.perform(.setRate(one, 1, 2, at: 5, cuts: [Cut(5.6, 11.4)]))
                    try await run.tells(
                        .landed(one, 1, .at(5), rate: 2), .cutPassed(one, .at(11.4), rate: 2), .ended(one))
                },
            ]
    }
}
