/// One thing that an engine owes to the player.
public struct ContractCase: Sendable, CustomStringConvertible {
    /// Short and unlike the others'.
    public let name: String
    /// What the contract says.
    public let sentence: String
    private let body: @Sendable (ContractRun) async throws -> Void

    init(_ name: String, _ sentence: String, _ body: @escaping @Sendable (ContractRun) async throws -> Void) {
        self.name = name
        self.sentence = sentence
        self.body = body
    }

    /// The same for sound alone and for sound with pictures: they leave the output in different ways.
    static func both(
        _ name: String, _ sentence: String,
        _ body: @escaping @Sendable (ContractRun, ContractMedium) async throws -> Void
    ) -> [ContractCase] {
        [ContractMedium.sound, .film].map { medium in
            ContractCase("\(name) (\(medium))", sentence) { run in try await body(run, medium) }
        }
    }

    public var description: String { name }

    /// Every case.
    public static var all: [ContractCase] { transport + seeking + succession + failures + cuts }

    /// Holds an engine that nobody used yet to this.
    ///
    /// - Throws: ``ContractBreach`` when it does something else.
    public func check(_ engine: any EngineUnderTest) async throws {
        let run = ContractRun(engine)
        do {
            try await body(run)
            try await run.end()
        } catch let breach as ContractBreach {
            throw ContractBreach(description: "\(sentence)\n\(breach)")
        }
    }
}
