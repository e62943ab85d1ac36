import PlayerCore

/// What cannot be played.
extension ContractCase {
    static var failures: [ContractCase] {
        [
            ContractCase("a missing file", "It fails once, and was never prepared.") { run in
                await run.perform(.prepare(one, run.item(one, .missing)), .setPlaying(true))
                try await run.tells(.failed(one, .sourceNotFound))
                await run.perform(.setPlaying(false), .setPlaying(true), .seek(one, 1, to: 3))
            },
            ContractCase("a missing file while another plays", "What played before is over all the same.") { run in
                try await run.play(one, .film)
                await run.perform(.prepare(two, run.item(two, .missing)))
                try await run.tells(.failed(two, .sourceNotFound))
                await run.perform(.setPlaying(false), .seek(one, 1, to: 3), .setPlaying(true))
            },
            ContractCase("a missing preload", "It fails, and what plays plays on.") { run in
                try await run.play(one, .film)
                await run.perform(.preload(two, run.item(two, .missing)))
                try await run.tells(.failed(two, .sourceNotFound))
                try await run.pause(one)
            },
            ContractCase("a missing preload at the end", "It fails, and the item ends as if it were alone.") { run in
                await run.perform(
                    .setPlaying(true), .prepare(one, run.item(one, .film, left: 0.2)),
                    .preload(two, run.item(two, .missing)))
                try await run.tells(
                    .prepared(one, .film), .started(one, .at(ContractMedium.film.length - 0.2), rate: 1),
                    .failed(two, .sourceNotFound), .ended(one))
            },
            ContractCase("a preload after a missing one", "Another one joins in its place.") { run in
                try await run.play(one, .film)
                await run.perform(.preload(two, run.item(two, .missing)))
                try await run.tells(.failed(two, .sourceNotFound))
                await run.perform(.preload(three, run.item(three, .sound)))
                try await run.tells(.prepared(three, .sound))
                await run.perform(.seek(one, 1, to: ContractMedium.film.length - 0.3))
                try await run.tells(
                    .landed(one, 1, .at(ContractMedium.film.length - 0.3), rate: 1), .started(three, .at(0), rate: 1))
            },
        ]
    }
}
