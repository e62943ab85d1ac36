import DBusKit
import Testing

@Suite("Properties", .bus)
struct PropertyTests {
    @Test("Get, Set and GetAll agree")
    func agreement() async throws {
        let thing = try await Thing()
        try thing.set("Number", .double(2.5))
        try thing.set("Text", "new")
        #expect(try thing.get("Number") == .double(2.5))
        #expect(try thing.get("Text") == "new")
        let all = try thing.client.getAll(thing.connection.uniqueName, Thing.path, Thing.interface)
        #expect(all["Number"] == .double(2.5))
        #expect(all["Text"] == "new")
        #expect(all["List"] == .strings(["a", "b"]))
    }

    @Test("Whole numbers are taken for a number, and nothing else is")
    func numbers() async throws {
        let thing = try await Thing()
        let whole: [DBusValue] = [
            .byte(3), .int16(3), .uint16(3), .int32(3), .uint32(3), .int64(3), .uint64(3),
        ]
        for value in whole {
            try thing.set("Number", .double(0))
            try thing.set("Number", value)
            #expect(try thing.get("Number") == .double(3), "\(value)")
        }
        let others: [DBusValue] = ["3", .boolean(true), .array("d", [.double(3)]), .variant(.variant(.int32(5)))]
        for value in others {
            #expect(thing.error { () throws(DBusError) in try thing.set("Number", value) } == "InvalidArgs", "\(value)")
        }
        #expect(try thing.get("Number") == .double(3))
    }

    @Test("A text property takes a text and nothing like it")
    func texts() async throws {
        let thing = try await Thing()
        for value in [.objectPath("/a"), .signature("s"), .bytes([65]), .int32(1), .strings(["a"])] as [DBusValue] {
            #expect(thing.error { () throws(DBusError) in try thing.set("Text", value) } == "InvalidArgs", "\(value)")
        }
        #expect(try thing.get("Text") == "text")
    }

    @Test("What cannot be set says so; what does not exist says that")
    func refusals() async throws {
        let thing = try await Thing()
        #expect(thing.error { () throws(DBusError) in try thing.set("Fixed", "x") } == "PropertyReadOnly")
        #expect(thing.error { () throws(DBusError) in try thing.set("Nothing", "x") } == "UnknownProperty")
        #expect(thing.error { () throws(DBusError) in _ = try thing.get("Nothing") } == "UnknownProperty")
        for member in ["Get", "Set", "GetAll"] {
            let arguments: [DBusValue] =
                ["org.test.Nothing1"] + (member == "GetAll" ? [] : ["Text"]) + (member == "Set" ? [.variant("x")] : [])
            #expect(
                thing.error { () throws(DBusError) in _ = try thing.properties(member, arguments) }
                    == "UnknownInterface")
        }
        for member in ["Get", "Set", "GetAll"] {
            #expect(thing.error { () throws(DBusError) in _ = try thing.properties(member, []) } == "InvalidArgs")
        }
    }

    @Test("An empty interface name: the only property of its name is found; GetAll refuses")
    func emptyInterface() async throws {
        let thing = try await Thing()
        #expect(try thing.properties("Get", ["", "Text"]) == [.variant("text")])
        #expect(thing.error { () throws(DBusError) in _ = try thing.properties("Get", ["", "No"]) } == "InvalidArgs")
        #expect(thing.error { () throws(DBusError) in _ = try thing.properties("GetAll", [""]) } == "InvalidArgs")
    }

    @Test("The standard interfaces have no properties, which is not an error")
    func standardInterfaces() async throws {
        let thing = try await Thing()
        for name in ["Properties", "Introspectable", "Peer"] {
            let all = try thing.client.getAll(
                thing.connection.uniqueName, Thing.path, "org.freedesktop.DBus." + name)
            #expect(all.isEmpty)
        }
    }

    @Test("A property whose value cannot be sent is an error by itself and does not spoil GetAll")
    func brokenGetters() async throws {
        let thing = try await Thing()
        #expect(thing.error { () throws(DBusError) in _ = try thing.get("Misdeclared") } == "Failed")
        #expect(thing.error { () throws(DBusError) in _ = try thing.get("Unsendable") } == "Failed")
        let all = try thing.client.getAll(thing.connection.uniqueName, Thing.path, Thing.interface)
        #expect(Set(all.keys) == ["Number", "Text", "Fixed", "Reads", "List"])
    }

    @Test("Ten thousand reads sent at once are answered in their order")
    func pipelined() async throws {
        let thing = try await Thing()
        let request = BusRequest(
            destination: thing.connection.uniqueName, path: Thing.path, interface: "org.freedesktop.DBus.Properties",
            member: "Get", arguments: [.string(Thing.interface), "Reads"])
        var tickets: [BusClient.Ticket] = []
        for _ in 0..<10_000 { tickets.append(try thing.client.send(request)) }
        for (index, ticket) in tickets.enumerated() {
            guard try thing.client.reply(to: ticket) == [.variant(.int64(Int64(index + 1)))] else {
                Issue.record("answer \(index) is out of order")
                return
            }
        }
    }
}
