import Testing

@testable import DBusKit

@Suite("Values") struct ValueTests {
    static let samples: [DBusValue] = [
        .byte(255), true, false, .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
        .double(-0.5), .double(.infinity), "", "Grüße 🎬 \u{FFFE}", .objectPath("/"), .objectPath("/org/a_1"),
        .signature(""), .signature("a{sv}(ii)"), .bytes([]), .bytes([1, 2, 255]), .strings([]), .strings(["a", "b"]),
        .array("ay", [.bytes([1]), .bytes([])]), .array("(xx)", [.structure([.int64(1), .int64(2)])]),
        .dictionary("us", [DBusEntry(.uint32(1), "one"), DBusEntry(.uint32(1), "again")]), .properties([:]),
        .properties(["a": .int32(1), "b": .strings(["x"]), "c": .properties(["d": 1.5])]),
        .propertyLists([[:], ["uri": "file:///a"]]), .structure([.byte(1), .structure(["x", .double(2)])]),
        .variant(.variant(.variant("deep"))), .array("v", [.variant(.byte(1)), .variant("two")]),
    ]

    /// What a message brings after the values were written into it.
    static func roundTrip(_ values: [DBusValue]) throws -> [DBusValue] {
        try BusMessage.reply(to: 1, destination: nil, arguments: values).arguments()
    }

    @Test("every type survives marshalling", arguments: samples) func roundTrips(value: DBusValue) throws {
        #expect(try Self.roundTrip([value, value.wrapped, value]) == [value, value.wrapped, value])
    }

    @Test("NaN survives marshalling") func nan() throws {
        #expect(try Self.roundTrip([.double(.nan)]).first?.asDouble?.isNaN == true)
    }

    @Test("zero characters are dropped") func zeroCharacters() throws {
        #expect(try Self.roundTrip(["a\0b\0", "\0"]) == ["ab", ""])
        #expect(try Self.roundTrip([.properties(["k\0": "v\0"])]) == [.properties(["k": "v"])])
    }

    @Test(
        "values that D-Bus does not allow are refused and abort nothing",
        arguments: [
            .objectPath(""), .objectPath("a"), .objectPath("/a b"), .objectPath("/a/"), .objectPath("/a\0"),
            .signature("a"), .signature("zz"), .signature(String(repeating: "i", count: 256)), .structure([]),
            .array("", []), .array("ii", []), .array("s", [.int32(1)]), .array("a{sv}", [.dictionary("ss", [])]),
            .dictionary("vs", []), .dictionary("s", []), .dictionary("sv", [DBusEntry("k", "no variant")]),
            .dictionary("sv", [DBusEntry(.int32(1), .variant("v"))]), .variant(.objectPath("//")),
            .array("(ii)", [.structure([.int32(1)])]), .array("v", ["bare"]), .array("{sv}", []),
        ] as [DBusValue])
    func refused(value: DBusValue) {
        #expect(throws: DBusError.self) { try Self.roundTrip([value]) }
        #expect(throws: DBusError.self) { try Self.roundTrip([.variant(value)]) }
    }

    @Test("values nested too deep are refused") func depth() throws {
        var value = DBusValue.byte(1)
        for _ in 0..<50 { value = .variant(value) }
        #expect(try Self.roundTrip([value]) == [value])
        for _ in 0..<50 { value = .variant(value) }
        #expect(throws: DBusError.self) { try Self.roundTrip([value]) }
    }

    @Test("more than 64 MiB is refused") func size() {
        let error = #expect(throws: DBusError.self) {
            try Self.roundTrip([.bytes([UInt8](repeating: 1, count: 64 << 20))])
        }
        #expect(error?.isStandard(.limitsExceeded) == true)
    }

    /// The length of the bytes has four bytes itself.
    @Test("the last byte of 64 MiB is sent, the next one is not") func lastByte() throws {
        let bytes = [UInt8](repeating: 1, count: (64 << 20) - 3)
        #expect(try MessageMeter.check([.bytes(Array(bytes.dropLast()))]) == "ay")
        #expect(throws: DBusError.self) { try MessageMeter.check([.bytes(bytes)]) }
    }

    @Test("a huge string survives") func hugeString() throws {
        let text = DBusValue.string(String(repeating: "é", count: 8 << 20))
        #expect(try Self.roundTrip([text]) == [text])
    }

    @Test("accessors convert where nothing is lost") func accessors() {
        #expect(DBusValue.byte(3).asInt64 == 3)
        #expect(DBusValue.uint64(.max).asInt64 == nil)
        #expect(DBusValue.int64(-1).asUInt32 == nil)
        #expect(DBusValue.variant(.uint32(9)).asInt32 == 9)
        #expect(DBusValue.int32(2).asDouble == 2)
        #expect(DBusValue.double(2).asInt64 == nil)
        #expect(DBusValue.string("1").asDouble == nil)
        #expect(DBusValue.boolean(true).asInt64 == nil)
        #expect(DBusValue.strings(["a"]).asStringArray == ["a"])
        #expect(DBusValue.array("i", [.int32(1)]).asStringArray == nil)
        #expect(DBusValue.properties(["a": "b"]).asDictionary == ["a": "b"])
        #expect(DBusValue.dictionary("uv", [DBusEntry(.uint32(1), .variant("b"))]).asDictionary == nil)
    }

    @Test("match rules quote what the user gave") func matchRules() {
        let match = BusMatch(path: "/a", member: "It", argument: "it's")
        #expect(match.rule == "type='signal',path='/a',member='It',arg0='it'\\''s'")
    }
}
