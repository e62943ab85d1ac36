import PlayerCore

/// What follows an item: nothing, a preload, another item.
extension ContractCase {
    static var succession: [ContractCase] { ends + preloads + takeOvers }

    private static var ends: [ContractCase] {
        both("an end", "An item that nothing follows ends once.") { run, medium in
            await run.perform(.prepare(one, run.item(one, medium, left: 0.3)), .setPlaying(true))
            try await run.tells(.prepared(one, medium), .started(one, .at(medium.length - 0.3), rate: 1), .ended(one))
            await run.perform(.dropPreload)
        }
            + both("an end of very little", "What is short starts all the same before it ends.") { run, medium in
                await run.perform(.prepare(one, run.item(one, medium, left: 0.03)), .setPlaying(true))
                try await run.tells(
                    .prepared(one, medium), .started(one, .at(medium.length - 0.03), rate: 1), .ended(one))
            }
            + both("a pause after the end", "What ended stays at its end, and does not end again.") { run, medium in
                await run.perform(.prepare(one, run.item(one, medium, left: 0.2)), .setPlaying(true))
                try await run.tells(
                    .prepared(one, medium), .started(one, .at(medium.length - 0.2), rate: 1), .ended(one))
                await run.perform(.setPlaying(false))
                await run.pass(0.1)
                await run.perform(.setPlaying(true))
                await run.pass(0.1)
            }
            + both("a preload joins", "What was preloaded starts where the first ends, which is not told as an end.") {
                run, medium in
                await run.perform(
                    .prepare(one, run.item(one, medium, left: 0.4)), .preload(two, run.item(two, medium, left: 0.4)))
                try await run.tells(.prepared(one, medium), .prepared(two, medium))
                await run.perform(.setPlaying(true))
                try await run.tells(.started(one, .at(medium.length - 0.4), rate: 1))
                try await run.tells(.started(two, .at(medium.length - 0.4), rate: 1))
                try await run.tells(.ended(two))
            }
    }

    private static var preloads: [ContractCase] {
        both("a preload at a standing end", "It joins as soon as the first, which stands at its end, is to run.") {
            run, medium in
            try await run.play(one, medium)
            await run.perform(.preload(two, run.item(two, medium)))
            try await run.tells(.prepared(two, medium))
            try await run.pause(one)
            await run.perform(.seek(one, 1, to: 100))
            try await run.tells(.landed(one, 1, .at(100), rate: 0))
            await run.pass(0.1)
            await run.perform(.setPlaying(true))
            try await run.tells(.started(two, .at(0), rate: 1))
            try await run.pause(two)
        }
            + both("a preload behind a standing end", "So does what is preloaded when it stands there already.") {
                run, medium in
                try await run.play(one, medium)
                try await run.pause(one)
                await run.perform(.seek(one, 1, to: 100))
                try await run.tells(.landed(one, 1, .at(100), rate: 0))
                await run.perform(.preload(two, run.item(two, medium)))
                try await run.tells(.prepared(two, medium))
                await run.perform(.setPlaying(true))
                try await run.tells(.started(two, .at(0), rate: 1))
                try await run.pause(two)
            }
            + both("a preload behind very little", "What is short starts all the same before what follows it.") {
                run, medium in
                await run.perform(
                    .prepare(one, run.item(one, medium, left: 0.03)), .preload(two, run.item(two, medium, start: 3)))
                try await run.tells(.prepared(one, medium), .prepared(two, medium))
                await run.perform(.setPlaying(true))
                try await run.tells(.started(one, .at(medium.length - 0.03), rate: 1))
                try await run.tells(.started(two, .at(3), rate: 1))
                try await run.pause(two)
            } + morePreloads
    }

    private static var morePreloads: [ContractCase] {
        [
            ContractCase("three in a row", "Each preload joins the one before.") { run in
                await run.perform(
                    .prepare(one, run.item(one, .film, left: 0.3)), .preload(two, run.item(two, .sound, start: 1)))
                try await run.tells(.prepared(one, .film), .prepared(two, .sound))
                await run.perform(.setPlaying(true))
                try await run.tells(
                    .started(one, .at(ContractMedium.film.length - 0.3), rate: 1), .started(two, .at(1), rate: 1))
                await run.perform(.preload(three, run.item(three, .film)))
                try await run.tells(.prepared(three, .film))
                await run.perform(.seek(two, 1, to: ContractMedium.sound.length - 0.3))
                try await run.tells(
                    .landed(two, 1, .at(ContractMedium.sound.length - 0.3), rate: 1), .started(three, .at(0), rate: 1))
            },
            ContractCase("a preload that is late", "The end of the first waits for what is still being opened.") {
                run in
                await run.perform(
                    .setPlaying(true), .prepare(one, run.item(one, .sound, left: 0.05)),
                    .preload(two, run.item(two, .film, start: 3)))
                try await run.tells(
                    .prepared(one, .sound), .started(one, .at(ContractMedium.sound.length - 0.05), rate: 1),
                    .prepared(two, .film), .started(two, .at(3), rate: 1))
            },
            ContractCase("a preload near the end", "It joins, or waits to be asked for where the end was told already.")
            {
                run in
                try await run.play(one, .film)
                await run.perform(.seek(one, 1, to: ContractMedium.film.length - 0.15))
                try await run.tells(.landed(one, 1, .at(ContractMedium.film.length - 0.15), rate: 1))
                await run.perform(.preload(two, run.item(two, .sound, start: 2)))
                while true {
                    let isPrepared = try await run.tells(.prepared(two, .sound), or: .ended(one))
                    guard isPrepared else { break }
                    if try await run.tells(.started(two, .at(2), rate: 1), or: .ended(one)) { return }
                    break
                }
                await run.perform(.prepare(two, run.item(two, .sound, start: 2)))
                try await run.tells(.prepared(two, .sound), .started(two, .at(2), rate: 1))
            },
            ContractCase("no preload after all", "Without what was preloaded the item ends.") { run in
                try await run.play(one, .film)
                await run.perform(.preload(two, run.item(two, .sound)))
                try await run.tells(.prepared(two, .sound))
                await run.perform(.dropPreload, .seek(one, 1, to: ContractMedium.film.length - 0.3))
                try await run.tells(.landed(one, 1, .at(ContractMedium.film.length - 0.3), rate: 1), .ended(one))
            },
            ContractCase("no preload while it opens", "What is dropped before it is ready tells nothing.") { run in
                await run.perform(
                    .setPlaying(true), .prepare(one, run.item(one, .film, left: 0.3)),
                    .preload(two, run.item(two, .sound)), .dropPreload)
                try await run.tells(
                    .prepared(one, .film), .started(one, .at(ContractMedium.film.length - 0.3), rate: 1), .ended(one))
            },
            ContractCase("another preload", "The newest preload counts, and nothing more is told of the one before.") {
                run in
                await run.perform(
                    .prepare(one, run.item(one, .film, left: 0.4)), .preload(two, run.item(two, .sound)),
                    .preload(three, run.item(three, .sound, start: 2)))
                try await run.tells(.prepared(one, .film), .prepared(three, .sound))
                await run.perform(.setPlaying(true))
                try await run.tells(
                    .started(one, .at(ContractMedium.film.length - 0.4), rate: 1), .started(three, .at(2), rate: 1))
            },
            ContractCase("a held preload", "The item ends, and what waits starts when it is prepared for good.") {
                run in
                await run.perform(
                    .setPlaying(true), .prepare(one, run.item(one, .film, left: 0.3)),
                    .preload(two, run.item(two, .sound, start: 2, isHeld: true)))
                try await run.tells(
                    .prepared(one, .film), .started(one, .at(ContractMedium.film.length - 0.3), rate: 1),
                    .prepared(two, .sound), .ended(one))
                await run.pass(0.1)
                await run.perform(.prepare(two, run.item(two, .sound, start: 2, isHeld: true)))
                try await run.tells(.prepared(two, .sound), .started(two, .at(2), rate: 1))
            },
            ContractCase("a held preload that is dropped", "An end is not told again.") { run in
                await run.perform(
                    .setPlaying(true), .prepare(one, run.item(one, .film, left: 0.3)),
                    .preload(two, run.item(two, .sound, isHeld: true)))
                try await run.tells(
                    .prepared(one, .film), .started(one, .at(ContractMedium.film.length - 0.3), rate: 1),
                    .prepared(two, .sound), .ended(one))
                await run.perform(.dropPreload)
                await run.pass(0.2)
            },
        ]
    }

    private static var takeOvers: [ContractCase] {
        both("another item", "What played is cut off at once, and nothing more is told of it.") { run, medium in
            try await run.play(one, .film)
            await run.perform(.prepare(two, run.item(two, medium, left: 0.4)))
            try await run.tells(.prepared(two, medium), .started(two, .at(medium.length - 0.4), rate: 1), .ended(two))
        }
            + both("another item near the end", "The end of what was cut off is not told, though it was near.") {
                run, medium in
                try await run.play(one, medium)
                try await run.pause(one)
                await run.perform(.seek(one, 1, to: medium.length - 0.1))
                try await run.tells(.landed(one, 1, .at(medium.length - 0.1), rate: 0))
                await run.perform(.prepare(two, run.item(two, .sound, left: 0.5)), .setPlaying(true))
                try await run.tells(
                    .prepared(two, .sound), .started(two, .at(ContractMedium.sound.length - 0.5), rate: 1), .ended(two))
            }
            + both("the preload at once", "A preload that is ready is told as prepared again, and started.") {
                run, medium in
                try await run.play(one, .film)
                await run.perform(.preload(two, run.item(two, medium, start: 2)))
                try await run.tells(.prepared(two, medium))
                await run.perform(.prepare(two, run.item(two, medium, start: 2)))
                try await run.tells(.prepared(two, medium), .started(two, .at(2), rate: 1))
            }
            + [
                ContractCase("the preload while it opens", "It is prepared when it is ready, and not before.") { run in
                    try await run.play(one, .film)
                    await run.perform(
                        .preload(two, run.item(two, .film, start: 2)), .prepare(two, run.item(two, .film, start: 2)))
                    try await run.tells(.prepared(two, .film), .started(two, .at(2), rate: 1))
                },
                ContractCase(
                    "another item than the preload", "Another item forgets what was prepared beside the first."
                ) {
                    run in
                    try await run.play(one, .film)
                    await run.perform(.preload(two, run.item(two, .sound)))
                    try await run.tells(.prepared(two, .sound))
                    await run.perform(.prepare(three, run.item(three, .sound, left: 0.3)))
                    try await run.tells(
                        .prepared(three, .sound), .started(three, .at(ContractMedium.sound.length - 0.3), rate: 1),
                        .ended(three))
                },
                ContractCase("one item after the other", "Of items that were cut off while opening nothing is told.") {
                    run in
                    await run.perform(
                        .setPlaying(true), .prepare(one, run.item(one, .film)), .prepare(two, run.item(two, .sound)),
                        .prepare(three, run.item(three, .film, start: 1)))
                    try await run.tells(.prepared(three, .film), .started(three, .at(1), rate: 1))
                },
            ]
    }
}
