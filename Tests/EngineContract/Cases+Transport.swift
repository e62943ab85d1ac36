import PlayerCore

/// Preparing, playing, standing, letting go.
extension ContractCase {
    static var transport: [ContractCase] {
        both("prepared before it plays", "An item is prepared once, and not started before the output is to run.") {
            run, medium in
            await run.perform(.prepare(one, run.item(one, medium)))
            try await run.tells(.prepared(one, medium))
            await run.pass(0.1)
            await run.perform(.setPlaying(true))
            try await run.tells(.started(one, .at(0), rate: 1))
        }
            + both("a start", "An item starts where its request says.") { run, medium in
                try await run.play(one, medium, start: 5)
            }
            + both("paused before it is ready", "An item that is to stand once it is ready is not started.") {
                run, medium in
                await run.perform(.prepare(one, run.item(one, medium)), .setPlaying(true), .setPlaying(false))
                try await run.tells(.prepared(one, medium))
                await run.pass(0.1)
                await run.perform(.setPlaying(true))
                try await run.tells(.started(one, .at(0), rate: 1))
            }
            + both("a pause", "The position stands where it is, and goes on from there at its rate.") { run, medium in
                try await run.play(one, medium)
                for _ in 0..<2 {
                    try await run.pause(one)
                    await run.pass(0.1)
                    await run.perform(.setPlaying(true))
                    try await run.tells(.anchored(one, .wherePlaybackIs, rate: 1))
                }
            }
            + both("prepared while the output stands", "What is prepared while another stands is not started.") {
                run, medium in
                try await run.play(one, .film)
                try await run.pause(one)
                await run.perform(.prepare(two, run.item(two, medium, start: 2)))
                try await run.tells(.prepared(two, medium))
                await run.pass(0.1)
                await run.perform(.setPlaying(true))
                try await run.tells(.started(two, .at(2), rate: 1))
            }
            + [
                ContractCase("said again", "Who lets run what runs, or stand what stands, is told nothing new.") {
                    run in
                    try await run.play(one, .film)
                    await run.perform(.setPlaying(true))
                    try await run.pause(one)
                    await run.perform(.setPlaying(false))
                    await run.perform(.setPlaying(true), .setPlaying(true))
                    try await run.tells(.anchored(one, .wherePlaybackIs, rate: 1))
                },
                ContractCase("what is seen and heard", "What changes only what is seen or heard tells nothing.") {
                    run in
                    try await run.play(one, .film)
                    await run.perform(
                        .setVolume(0.5), .scalePicture(320, 180), .redrawPicture, .showCards(CardDrawing()),
                        .showArtwork(nil),
                        .blank(one, sound: [], picture: []))
                    await run.pass(0.1)
                },
            ]
            + both("a release", "Nothing is told of what was let go, nor of what was prepared beside it.") {
                run, medium in
                try await run.play(one, medium)
                await run.perform(.preload(two, run.item(two, .sound)))
                try await run.tells(.prepared(two, .sound))
                await run.perform(.release, .seek(one, 1, to: 3), .setPlaying(true), .setPlaying(false))
                await run.pass(0.1)
            }
            + [
                ContractCase("a release while it opens", "Nothing is told of what was let go before it was ready.") {
                    run in
                    await run.perform(.prepare(one, run.item(one, .film)), .setPlaying(true), .release)
                },
                ContractCase(
                    "a rest", "Nothing is told of what has ended, and cards over its last frame change nothing."
                ) {
                    run in
                    try await run.play(one, .film)
                    await run.perform(.rest, .showCards(CardDrawing()), .scalePicture(320, 180), .setPlaying(false))
                    await run.pass(0.1)
                    await run.perform(.prepare(two, run.item(two, .film)), .setPlaying(true))
                    try await run.tells(.prepared(two, .film))
                    try await run.tells(.started(two, .at(0), rate: 1))
                },
                ContractCase("a release stops", "What is prepared after a release waits until it is to run.") { run in
                    try await run.play(one, .film)
                    await run.perform(.release, .prepare(two, run.item(two, .sound)))
                    try await run.tells(.prepared(two, .sound))
                    await run.pass(0.1)
                    await run.perform(.setPlaying(true))
                    try await run.tells(.started(two, .at(0), rate: 1))
                },
            ]
    }
}
