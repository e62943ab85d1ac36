import DBusKit
import Foundation
import PlayerCore
import TestSupport
import Testing

/// Every method and property that introspection lists, called with values that are made up: each call is answered in time,
/// with a reply or with an error that a person can read, and the player goes on.
///
/// `MEDIAD_BUSFUZZ=120` fuzzes for so many seconds, `MEDIAD_BUSFUZZ_SEED` from another seed.
@Suite("Made-up calls", .playerctld)
struct BusFuzzTests {
    /// What stands behind the bus.
    enum Behind: CaseIterable {
        /// The core, without an engine: commands change something.
        case core
        /// A player in the middle of an item with everything that an item can have.
        case sample
    }

    @Test("Each is answered in time, and the player lives", arguments: Behind.allCases)
    func madeUpCalls(_ behind: Behind) async throws {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["MEDIAD_BUSFUZZ"].flatMap(Int.init)
        var seed = environment["MEDIAD_BUSFUZZ_SEED"].flatMap(UInt64.init) ?? 1
        let end = ContinuousClock.now + .seconds((seconds ?? 0) / Behind.allCases.count)
        repeat {
            // Whoever reads of a crash wants to see it again.
            if seconds != nil { print("made-up calls: \(behind), MEDIAD_BUSFUZZ_SEED=\(seed)") }
            try await round(behind, seed, calls: 300)
            seed += 1
        } while ContinuousClock.now < end
    }

    private func round(_ behind: Behind, _ seed: UInt64, calls: Int) async throws {
        let rig = try await Rig(
            .sample(), core: behind == .core ? Player(firstID: 1, seed: seed) : nil, history: FakeHistory([]))
        var fuzz = try BusFuzz(rig, seed: seed)
        for number in 0..<calls {
            guard try fuzz.call(number) else { return }
            guard number % 20 == 19 else { continue }
            #expect(try rig.get("Position").asInt64 != nil, "after call \(number) of seed \(seed)")
            try fuzz.learnPaths()
            try rig.forgetSignals()
        }
    }
}

/// One client that calls whatever there is with whatever comes to its mind.
private struct BusFuzz {
    /// A method, or a property that is set.
    private enum Target {
        case method(path: String, interface: String, name: String, signature: String)
        case property(path: String, interface: String, name: String, type: String)
    }

    private let rig: Rig
    private let seed: UInt64
    private var values: BusValues
    private var targets: [Target] = []

    init(_ rig: Rig, seed: UInt64) throws {
        self.rig = rig
        self.seed = seed
        values = BusValues(seed: seed)
        for path in [Rig.path, Rig.ownPath] {
            for interface in try rig.introspected(path) {
                for (name, signature) in interface.methods.sorted(by: { $0.key < $1.key }) {
                    targets.append(.method(path: path, interface: interface.name, name: name, signature: signature))
                }
                for (name, type) in interface.properties.sorted(by: { $0.key < $1.key }) {
                    targets.append(.property(path: path, interface: interface.name, name: name, type: type))
                }
            }
        }
        try learnPaths()
    }

    /// Items come and go.
    mutating func learnPaths() throws {
        values.paths = BusValues(seed: 0).paths
        let tracks = try rig.client.get(Rig.name, Rig.path, Rig.trackList, "Tracks").asArray ?? []
        values.paths += tracks.prefix(20).compactMap {
            guard case .objectPath(let path) = $0 else { return nil }
            return path
        }
    }

    /// Each target in its turn, so that none is left out, then any of them.
    ///
    /// - Returns: whether to go on.
    mutating func call(_ number: Int) throws -> Bool {
        let index = number < targets.count ? number : values.random.next(below: targets.count)
        let request = request(targets[index])
        let comment = Comment(rawValue: "call \(number) of seed \(seed): \(request.interface).\(request.member)")
        let ticket: BusClient.Ticket
        do throws(DBusError) { ticket = try rig.client.send(request) } catch {
            Issue.record(error, comment)
            return false
        }
        do throws(DBusError) {
            _ = try rig.client.reply(to: ticket, timeout: .seconds(20))
        } catch {
            #expect(!error.isStandard(.noReply) && !error.isStandard(.disconnected), comment)
            #expect(error.name.hasPrefix("org.freedesktop.DBus.Error.") || error.name.hasPrefix("org.mediad."), comment)
            #expect(!error.message.isEmpty && error.message.utf8.count <= 4_096, comment)
            let isReadable = error.message.unicodeScalars.allSatisfy {
                ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
            #expect(isReadable, comment)
            return !error.isStandard(.noReply) && !error.isStandard(.disconnected)
        }
        return true
    }

    private mutating func request(_ target: Target) -> BusRequest {
        switch target {
        case .method(let path, let interface, let name, let signature):
            // Now and then not what the method takes.
            let types = values.chance(oneIn: 16) ? "sv" : signature
            return BusRequest(
                destination: rig.ownSender, path: path, interface: interface, member: name,
                arguments: values.values(of: types))
        case .property(let path, let interface, let name, let type):
            let value = values.chance(oneIn: 16) ? values.anything() : values.values(of: type)[0]
            return BusRequest(
                destination: rig.ownSender, path: path, interface: Rig.properties, member: "Set",
                arguments: [.string(interface), .string(name), .variant(value)])
        }
    }
}
