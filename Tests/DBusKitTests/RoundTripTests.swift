import DBusKit
import Testing

@Suite("Values over the bus", .bus)
struct RoundTripTests {
    static let values: [DBusValue] = [
        .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .int16(.max), .uint16(.max),
        .int32(.min), .int32(.max), .uint32(.max), .int64(.min), .int64(.max), .uint64(.max),
        .double(0), .double(-0.0), .double(.infinity), .double(.leastNonzeroMagnitude),
        .string(""), .string("Füße 🦶 \u{FFFE}\u{10FFFF}"), .objectPath("/"), .objectPath("/a_1/B"),
        .signature(""), .signature("a{sv}(ii)"), .bytes([]), .bytes([0, 1, 255]),
        .array("i", []), .array("i", [.int32(1), .int32(-1)]), .array("ay", [.bytes([]), .bytes([1])]),
        .array("as", [.strings([]), .strings(["x"])]), .array("(yt)", [.structure([.byte(1), .uint64(2)])]),
        .array("v", [.variant(.byte(1)), .variant(.strings([]))]), .array("a{sv}", [.properties(["a": true])]),
        .dictionary("sv", []), .dictionary("us", [DBusEntry(.uint32(2), "two"), DBusEntry(.uint32(1), "one")]),
        .dictionary("sa{sv}", [DBusEntry("k", .properties(["x": .int64(1), "y": .strings(["z"])]))]),
        .structure([.byte(1)]), .structure([.string("s"), .structure([.boolean(true), .array("d", [])])]),
        .variant(.variant(.variant("deep"))),
    ]

    @Test("Every type comes back as it was sent")
    func everyType() async throws {
        let thing = try await Thing()
        for value in Self.values {
            #expect(try thing.call("Echo", [.variant(value)]) == [.variant(value)], "\(value)")
        }
    }

    @Test("Not a number arrives as not a number")
    func notANumber() async throws {
        let thing = try await Thing()
        let answer = try thing.call("Echo", [.variant(.double(.nan))])
        #expect(answer.first?.asDouble?.isNaN == true)
    }

    @Test("The zero character is dropped, what stands behind it is kept")
    func zeroCharacter() async throws {
        let thing = try await Thing()
        #expect(try thing.call("Echo", [.variant("a\0b\0")]) == [.variant("ab")])
    }

    @Test("Large values pass: ten megabytes of text, of bytes and of numbers")
    func large() async throws {
        let thing = try await Thing()
        let values: [DBusValue] = [
            .string(String(repeating: "x", count: 10 << 20)), .bytes(Array(repeating: 7, count: 10 << 20)),
            .array("x", Array(repeating: .int64(1), count: 100_000)),
        ]
        for value in values {
            let isSame = try thing.call("Echo", [.variant(value)]) == [.variant(value)]
            #expect(isSame)
        }
    }

    @Test("Arguments keep their order and their own types")
    func arguments() async throws {
        let thing = try await Thing()
        #expect(try thing.call("Add", [.int32(40), .int32(2)]) == [.int32(42)])
    }

    @Test("A value that breaks a rule is refused before it is sent, and the connection lives on")
    func refusedBeforeSending() async throws {
        let thing = try await Thing()
        let wrong: [DBusValue] = [
            .objectPath(""), .objectPath("a"), .objectPath("/a/"), .objectPath("/a b"), .objectPath("/a\0b"),
            .signature("a"), .signature("a{vs}"), .signature("()"), .structure([]),
            .array("i", ["text"]), .array("ii", []), .array("", []), .array("a{sv}", [.properties([:]), .byte(1)]),
            .dictionary("vs", []), .dictionary("s", []), .dictionary("sv", [DBusEntry("k", "no variant")]),
            .array("(ii)", [.structure([.int32(1)])]),
        ]
        for value in wrong {
            #expect(
                thing.error { () throws(DBusError) in _ = try thing.call("Echo", [.variant(value)]) } == "InvalidArgs",
                "\(value)")
        }
        let huge = DBusValue.bytes(Array(repeating: 0, count: 65 << 20))
        #expect(
            thing.error { () throws(DBusError) in _ = try thing.call("Echo", [.variant(huge)]) } == "LimitsExceeded")
        #expect(thing.isAlive)
    }

    @Test("Nesting: what the bus allows passes, what it forbids is refused by us and not by the bus")
    func nesting() async throws {
        let thing = try await Thing()
        func nested(_ depth: Int) -> DBusValue { (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) } }
        #expect(try thing.call("Echo", [nested(60)]) == [nested(60)])
        for depth in [61, 64, 65, 100, 1_000] {
            #expect(
                thing.error { () throws(DBusError) in _ = try thing.call("Echo", [nested(depth)]) } == "LimitsExceeded")
        }
        var list = DBusValue.byte(1)
        for _ in 0..<40 { list = .array(list.signature, [list]) }
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Echo", [.variant(list)]) } != nil)
        #expect(thing.isAlive)
    }
}
