import PlayerCore

/// Seeks and rates.
extension ContractCase {
    static var seeking: [ContractCase] { seeks + edgesOfSeeking + rates }

    private static var seeks: [ContractCase] {
        both("a seek while playing", "Its landing is told once, under its id, where it was asked to, at the rate.") {
            run, medium in
            try await run.play(one, medium)
            for (id, target) in [(7, 8), (8, 3)] as [(UInt64, Double)] {
                await run.perform(.seek(one, id, to: target))
                try await run.tells(.landed(one, id, .at(target), rate: 1))
            }
        }
            + both("a seek while paused", "It lands where it was asked to and stands there until it is to run.") {
                run, medium in
                try await run.play(one, medium)
                try await run.pause(one)
                for (id, target) in [(1, 8), (2, 3), (3, 5)] as [(UInt64, Double)] {
                    await run.perform(.seek(one, id, to: target))
                    try await run.tells(.landed(one, id, .at(target), rate: 0))
                }
                await run.pass(0.1)
                await run.perform(.setPlaying(true))
                try await run.tells(.anchored(one, .wherePlaybackIs, rate: 1))
            }
            + both("a seek before the start", "An item that was never heard is sought and then starts there.") {
                run, medium in
                await run.perform(.prepare(one, run.item(one, medium)))
                try await run.tells(.prepared(one, medium))
                await run.perform(.seek(one, 1, to: 6), .setPlaying(false))
                try await run.tells(.landed(one, 1, .at(6), rate: 0))
                await run.perform(.setPlaying(true))
                try await run.tells(.started(one, .at(6), rate: 1))
            }
            + both("a seek before the start of the next", "So is one that was prepared while another stood.") {
                run, medium in
                try await run.play(one, .film)
                try await run.pause(one)
                await run.perform(.prepare(two, run.item(two, medium)))
                try await run.tells(.prepared(two, medium))
                await run.perform(.seek(two, 1, to: 6))
                try await run.tells(.landed(two, 1, .at(6), rate: 0))
                await run.perform(.setPlaying(true))
                try await run.tells(.started(two, .at(6), rate: 1))
            }
            + [
                ContractCase("a seek to a key frame", "It lands on a key frame before, or at least not behind.") {
                    run in
                    try await run.play(one, .film)
                    await run.perform(.seek(one, 1, to: 7, .keyUnit))
                    try await run.tells(.landed(one, 1, .between(5, 7), rate: 1))
                }
            ]
    }

    private static var edgesOfSeeking: [ContractCase] {
        both("a seek behind the end", "It lands at the end, and that ends the item.") { run, medium in
            try await run.play(one, medium)
            await run.perform(.seek(one, 1, to: 100))
            try await run.tells(.landed(one, 1, .at(100), rate: 1), .ended(one))
        }
            + both("a seek behind the end while paused", "The item stands at its end, and ends once it is to run.") {
                run, medium in
                try await run.play(one, medium)
                try await run.pause(one)
                await run.perform(.seek(one, 1, to: 100))
                try await run.tells(.landed(one, 1, .at(100), rate: 0))
                await run.pass(0.1)
                await run.perform(.setPlaying(true))
                try await run.tells(.ended(one))
            }
            + both("a seek after the end", "An item that ended plays on from where it is sought to, and ends again.") {
                run, medium in
                await run.perform(.prepare(one, run.item(one, medium, left: 0.2)), .setPlaying(true))
                try await run.tells(
                    .prepared(one, medium), .started(one, .at(medium.length - 0.2), rate: 1), .ended(one))
                await run.perform(.seek(one, 1, to: medium.length - 0.4))
                try await run.tells(.landed(one, 1, .at(medium.length - 0.4), rate: 1), .ended(one))
            }
            + [
                ContractCase("a seek before it is ready", "What is not pre-rolled cannot be sought.") { run in
                    await run.perform(.prepare(one, run.item(one, .film)), .seek(one, 1, to: 5))
                    try await run.tells(.refused(one, 1), .prepared(one, .film))
                    await run.perform(.setPlaying(true))
                    try await run.tells(.started(one, .at(0), rate: 1))
                },
                ContractCase("a seek of an old generation", "What is asked of an item that is gone does nothing.") {
                    run in
                    try await run.play(one, .film)
                    await run.perform(.prepare(two, run.item(two, .sound)))
                    try await run.tells(.prepared(two, .sound), .started(two, .at(0), rate: 1))
                    await run.perform(
                        .seek(one, 1, to: 5, cuts: [Cut(6, 8)]), .setRate(one, 2, 2, at: 3), .cut(one, [Cut(4, 6)]))
                    try await run.pause(two)
                },
                ContractCase("a seek of the preload", "What is only prepared beside the current item is not sought.") {
                    run in
                    try await run.play(one, .film)
                    await run.perform(.preload(two, run.item(two, .sound)))
                    try await run.tells(.prepared(two, .sound))
                    await run.perform(.seek(two, 1, to: 5))
                    try await run.pause(one)
                    await run.perform(.prepare(two, run.item(two, .sound)), .setPlaying(true))
                    try await run.tells(.prepared(two, .sound), .started(two, .at(0), rate: 1))
                },
            ]
    }

    private static var rates: [ContractCase] {
        both("a rate", "It is a seek to where it was asked for, and the position moves at it from there.") {
            run, medium in
            try await run.play(one, medium)
            await run.perform(.setRate(one, 1, 2, at: 3))
            try await run.tells(.landed(one, 1, .at(3), rate: 2))
            try await run.pause(one)
            await run.perform(.setRate(one, 2, 0.5, at: 5))
            try await run.tells(.landed(one, 2, .at(5), rate: 0))
            await run.perform(.setPlaying(true))
            try await run.tells(.anchored(one, .wherePlaybackIs, rate: 0.5))
        }
            + both("a rate from the start", "An item starts at the rate of its request.") { run, medium in
                await run.perform(.prepare(one, run.item(one, medium, start: 2, rate: 2)), .setPlaying(true))
                try await run.tells(.prepared(one, medium), .started(one, .at(2), rate: 2))
                try await run.pause(one)
            }
            + [
                ContractCase("a rate before the start", "An item that was never heard starts at its newest rate.") {
                    run in
                    await run.perform(.prepare(one, run.item(one, .film)))
                    try await run.tells(.prepared(one, .film))
                    await run.perform(.setRate(one, 1, 2, at: 1))
                    try await run.tells(.landed(one, 1, .at(1), rate: 0))
                    await run.perform(.setPlaying(true))
                    try await run.tells(.started(one, .at(1), rate: 2))
                },
                ContractCase("a rate of the preload", "A rate counts for what is prepared beside the current item.") {
                    run in
                    try await run.play(one, .sound)
                    await run.perform(.preload(two, run.item(two, .film, start: 1)))
                    try await run.tells(.prepared(two, .film))
                    await run.perform(.setRate(one, 1, 2, at: ContractMedium.sound.length - 0.6))
                    try await run.tells(
                        .landed(one, 1, .at(ContractMedium.sound.length - 0.6), rate: 2),
                        .started(two, .at(1), rate: 2))
                },
            ]
    }
}
