import PlayerCore
import Testing

@testable import DBusKit
@testable import PlayerService

@Suite("Depth of a description") struct DescriptionDepthTests {
    private func description(lists: Int) throws -> MediaDescription {
        var value = DBusValue.int32(1)
        for _ in 0..<lists { value = .array(value.signature, [value]) }
        let reader = DescriptionReader(schemes: ["file"])
        return try reader.description(
            .properties(["uri": "file:///a", "custom": .properties(["deep": value])]), uri: nil)
    }

    @Test("what is taken can be sent back") func sendable() throws {
        let taken = try description(lists: 14)
        let item = QueueItem(id: ItemID(rawValue: 1), description: taken)
        let values = DescriptionWriter.item(item, state: ItemState())
        _ = try BusMessage.reply(to: 1, destination: nil, arguments: [.propertyLists([values])])
    }

    @Test("what is too deep to be sent back is refused") func refused() {
        let error = #expect(throws: DBusError.self) { try description(lists: 31) }
        #expect(error?.isStandard(.invalidArgs) == true)
    }
}
