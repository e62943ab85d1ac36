import DBusKit
import TestSupport
import Testing

@Suite("Replies", .bus)
struct ReplyTests {
    @Test("An answer may come later, and out of order")
    func later() async throws {
        let thing = try await Thing()
        let first = try thing.client.send(thing.request("Later"))
        let second = try thing.client.send(thing.request("Later"))
        let replies = [try thing.kept.next(), try thing.kept.next()]
        // Others are served meanwhile.
        #expect(thing.isAlive)
        BusActor.post { replies[1].succeed(["second"]) }
        #expect(try thing.client.reply(to: second) == ["second"])
        BusActor.post { replies[0].fail(DBusError(.failed, "first")) }
        #expect(
            thing.error { () throws(DBusError) in _ = try thing.client.reply(to: first) } == "Failed")
    }

    @Test("A call that is dropped is answered with an error at once")
    func dropped() async throws {
        let thing = try await Thing()
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Drop") } == "Failed")
    }

    @Test("A kept call that is dropped on another thread is answered with an error")
    func droppedElsewhere() async throws {
        let thing = try await Thing()
        let ticket = try thing.client.send(thing.request("Later"))
        _ = try thing.kept.next()
        #expect(thing.error { () throws(DBusError) in _ = try thing.client.reply(to: ticket) } == "Failed")
    }

    @Test("Errors carry their name and sentence; a name that is none becomes Failed")
    func errors() async throws {
        let thing = try await Thing()
        #expect(throws: DBusError(name: "org.test.Refused", message: "no t today")) { try thing.call("Refuse") }
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Misnamed") } == "Failed")
    }

    @Test("What an error quotes is one line, and cut at 4,096 bytes between two code points")
    func quotes() async throws {
        let thing = try await Thing()
        func refusal(of text: String) throws -> String {
            do throws(DBusError) {
                _ = try thing.call("Quote", [.string(text)])
            } catch {
                #expect(error.isStandard(.invalidArgs))
                return error.message
            }
            throw Deadline.Missed("a refusal")
        }
        #expect(try refusal(of: "a\r\nb\u{1B}[31m\u{85}\u{2028}\u{2029}\u{7F}ä") == "'a  b [31m    ä' is not a thing")
        let inside = String(repeating: "x", count: 4_096 - "'' is not a thing".utf8.count)
        #expect(try refusal(of: inside) == "'\(inside)' is not a thing")
        for (outside, kept) in [(inside + "x", 4_092), (String(repeating: "ä", count: 32_768), 2_046)] {
            #expect(try refusal(of: outside) == "'\(outside)' is not a thing".prefix(1 + kept) + "…")
        }
    }

    @Test("An answer of other types than declared, or that cannot be sent, reaches the caller as an error")
    func wrongAnswers() async throws {
        let thing = try await Thing()
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Wrong") } == "Failed")
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Invalid") } != nil)
        #expect(thing.isAlive)
    }

    @Test("Who wants no reply gets none, neither result nor error")
    func noReply() async throws {
        let thing = try await Thing()
        let wire = try WireConnection(address: thing.bus.address)
        let name = thing.connection.uniqueName
        var body: [UInt8] = []
        body.append(string: Array("noted".utf8))
        var unwanted: [WireMessage] = [
            .call(name, Thing.path, Thing.interface, "Note", signature: "s", body: body),
            .call(name, Thing.path, Thing.interface, "Refuse"), .call(name, Thing.path, Thing.interface, "Drop"),
            .call(name, Thing.path, Thing.interface, "Nothing"), .call(name, "/nowhere", Thing.interface, "Add"),
            .call(name, Thing.path, Thing.interface, "Add", signature: "s", body: body),
            .call(name, Thing.path, "org.freedesktop.DBus.Introspectable", "Introspect"),
        ]
        for index in unwanted.indices {
            unwanted[index].flags = 1
            wire.send(unwanted[index])
        }
        let wanted = wire.send(.call(name, Thing.path, "org.freedesktop.DBus.Peer", "Ping"))
        var answered: [UInt32] = []
        while let message = try wire.next() {
            if let serial = message.replySerial { answered.append(serial) }
            if message.replySerial == wanted { break }
        }
        #expect(answered == [wanted])
        #expect(try thing.notes.next() == "noted")
    }

    @Test("A call without an answer ends by its own deadline, and a late answer harms nobody")
    func timeout() async throws {
        let thing = try await Thing()
        #expect(
            thing.error { () throws(DBusError) in
                _ = try thing.client.call(thing.request("Later"), timeout: .milliseconds(50))
            } == "NoReply")
        let reply = try thing.kept.next()
        BusActor.post { reply.succeed(["late"]) }
        #expect(thing.isAlive)
    }

    @Test("The loop's own calls are answered, fail by their deadline, and fail when the connection closes")
    func callsOfTheLoop() async throws {
        let thing = try await Thing()
        let other = try await Self.open(thing.bus.address)
        #expect(try await other.call(thing.request("Add", [.int32(2), .int32(3)])) == [.int32(5)])
        await #expect(throws: DBusError.self) { try await other.call(thing.request("Refuse")) }
        do throws(DBusError) {
            _ = try await other.call(thing.request("Later"), timeout: .milliseconds(50))
            Issue.record("a call that nobody answered was answered")
        } catch {
            #expect(error.isStandard(.noReply))
        }
        let failure = Mailbox<String>()
        await Self.callAndClose(other, thing.request("Later"), failure)
        #expect(try failure.next() == DBusError.Standard.disconnected.name)
    }

    @BusActor
    private static func open(_ address: String) throws -> BusConnection { try BusConnection(address: address) }

    @BusActor
    private static func callAndClose(_ connection: BusConnection, _ request: BusRequest, _ failure: Mailbox<String>) {
        connection.call(request) { result in
            if case .failure(let error) = result { failure.post(error.name) }
        }
        connection.close()
    }
}
