import PlayerCore

// How the cases name things.
let one = Generation(rawValue: 1)
let two = Generation(rawValue: 2)
let three = Generation(rawValue: 3)

extension EngineEffect {
    static func seek(
        _ generation: Generation, _ id: UInt64, to seconds: Double, _ accuracy: SeekAccuracy = .accurate,
        cuts: [Cut] = []
    ) -> EngineEffect {
        .seek(generation, SeekID(rawValue: id), .seconds(seconds), accuracy, cuts: cuts)
    }

    static func setRate(
        _ generation: Generation, _ id: UInt64, _ rate: Double, at seconds: Double, cuts: [Cut] = []
    ) -> EngineEffect {
        .setRate(generation, SeekID(rawValue: id), rate, at: .seconds(seconds), cuts: cuts)
    }
}

extension Expected {
    static func landed(_ generation: Generation, _ id: UInt64, _ position: Position, rate: Double) -> Expected {
        .seekLanded(generation, SeekID(rawValue: id), position, rate: rate)
    }

    static func refused(_ generation: Generation, _ id: UInt64) -> Expected {
        .seekFailed(generation, SeekID(rawValue: id))
    }
}

extension Cut {
    /// In seconds; without an end, to the item's.
    init(_ start: Double, _ end: Double?) { self.init(start: .seconds(start), end: end.map { .seconds($0) }) }
}

extension MediaTime {
    fileprivate static func seconds(_ seconds: Double) -> MediaTime {
        MediaTime(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}

extension ContractRun {
    /// An item plays, from `start` on.
    func play(_ generation: Generation, _ medium: ContractMedium, start: Double = 0) async throws {
        await perform(.prepare(generation, item(generation, medium, start: start)), .setPlaying(true))
        try await tells(.prepared(generation, medium), .started(generation, .at(start), rate: 1))
    }

    /// What plays stands after it was heard for a moment.
    func pause(_ generation: Generation) async throws {
        await pass(0.1)
        await perform(.setPlaying(false))
        try await tells(.anchored(generation, .wherePlaybackIs, rate: 0))
    }
}
