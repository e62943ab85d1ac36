import PlayerCore
import Testing

@testable import WindowControl

@Suite struct IPCTests {
    @Test func aMessageInPieces() throws {
        let bytes =
            IPCMessage(type: 4, payload: Array("{}".utf8)).bytes + IPCMessage(type: 0x8000_0003, payload: []).bytes
        var decoder = IPCDecoder()
        var messages: [IPCMessage] = []
        for byte in bytes {
            decoder.append([byte])
            while let message = try decoder.next() { messages.append(message) }
        }
        #expect(messages == [IPCMessage(type: 4, payload: [0x7b, 0x7d]), IPCMessage(type: 0x8000_0003, payload: [])])
        #expect(messages.map(\.isEvent) == [false, true])
        #expect(messages.last?.event == .window)
    }

    @Test(arguments: [Array("HTTP/1.1 200 OK\r\n".utf8), Array("i3-ipc".utf8) + [255, 255, 255, 255, 0, 0, 0, 0]])
    func whatIsNoMessageIsRefused(_ bytes: [UInt8]) {
        var decoder = IPCDecoder()
        decoder.append(bytes)
        #expect(throws: IPCDecoder.Malformed.self) { try decoder.next() }
    }

    @Test func theLengthOfAMessageIsBounded() throws {
        func head(_ length: UInt32) -> [UInt8] {
            Array("i3-ipc".utf8) + withUnsafeBytes(of: length.littleEndian) { Array($0) } + [0, 0, 0, 0]
        }
        var decoder = IPCDecoder()
        decoder.append(head(64 << 20))
        #expect(try decoder.next() == nil)
        decoder = IPCDecoder()
        decoder.append(head((64 << 20) + 1))
        #expect(throws: IPCDecoder.Malformed.self) { try decoder.next() }
    }

    /// As i3 4.22 and sway 1.7 print their trees, without what does not matter.
    private static let i3 = """
        {"id":1,"type":"root","rect":{"x":0,"y":0,"width":1280,"height":720},"nodes":[
         {"id":2,"type":"output","name":"screen","focus":[3],"rect":{"x":0,"y":0,"width":1280,"height":720},"nodes":[
          {"id":3,"type":"con","name":"content","focus":[5,4],"rect":{"x":0,"y":20,"width":1280,"height":700},"nodes":[
           {"id":4,"type":"workspace","name":"1","rect":{"x":0,"y":20,"width":1280,"height":700},"nodes":[
            {"id":6,"type":"con","name":"content","window":77,"border":"normal","current_border_width":2,"fullscreen_mode":0,
             "rect":{"x":0,"y":20,"width":1280,"height":700},"window_rect":{"x":2,"y":18,"width":1276,"height":680}}]},
           {"id":5,"type":"workspace","name":"2","rect":{"x":0,"y":20,"width":1280,"height":700},"nodes":[],"floating_nodes":[
            {"id":7,"type":"floating_con","window":null,"rect":{"x":780,"y":430,"width":480,"height":270},"nodes":[
             {"id":8,"type":"con","window":99,"border":"none","current_border_width":0,"sticky":true,"focused":true,
              "rect":{"x":780,"y":430,"width":480,"height":270},"window_rect":{"x":0,"y":0,"width":480,"height":270}}]}]}]}]}]}
        """

    private static let sway = """
        {"id":1,"type":"root","rect":{"x":0,"y":0,"width":1920,"height":1080},"nodes":[
         {"id":2,"type":"output","name":"__i3","focus":[9],"rect":{"x":0,"y":0,"width":1920,"height":1080},"nodes":[
          {"id":9,"type":"workspace","name":"__i3_scratch","rect":{"x":0,"y":0,"width":1920,"height":1080},
           "floating_nodes":[{"id":10,"type":"floating_con","pid":44,"rect":{"x":0,"y":0,"width":640,"height":360}}]}]},
         {"id":3,"type":"output","name":"HEADLESS-1","focus":[4],"rect":{"x":0,"y":0,"width":1920,"height":1080},"nodes":[
          {"id":4,"type":"workspace","name":"1","focus":[6,5],"rect":{"x":0,"y":30,"width":1920,"height":1050},"nodes":[
           {"id":5,"type":"con","pid":42,"rect":{"x":0,"y":25,"width":1920,"height":1055},"fullscreen_mode":1}],
           "floating_nodes":[{"id":6,"type":"floating_con","pid":42,"sticky":true,"border":"none","focused":true,
            "rect":{"x":1416,"y":786,"width":480,"height":270},"window_rect":{"x":0,"y":0,"width":480,"height":270}}]}]}]}
        """

    private func find(_ tree: String, xWindow: UInt32? = nil, pid: Int = 0) throws -> TreeWindow? {
        TreeWindow(
            of: WindowIdentity(xWindow: xWindow, processIdentifier: pid), in: try LayoutNode(tree: Array(tree.utf8)))
    }

    @Test func aTiledWindowOfI3() throws {
        let window = try #require(try find(Self.i3, xWindow: 77))
        #expect(window.id == 6)
        #expect(window.picture.text == "1276x680+2+38" && window.frame.text == "1280x700+0+20")
        #expect(!window.isFloating && !window.isSticky && !window.isOnVisibleWorkspace)
        #expect(CompositorHome(window).borderCommand == "border normal 2")
    }

    @Test func aFloatingWindowOfI3() throws {
        let window = try #require(try find(Self.i3, xWindow: 99))
        #expect(window.id == 8 && window.isFloating && window.isSticky && window.isOnVisibleWorkspace)
        #expect(window.picture.text == "480x270+780+430" && window.area.text == "1280x700+0+20")
    }

    @Test func theNewestWindowOfAProcessOfSway() throws {
        let window = try #require(try find(Self.sway, pid: 42))
        #expect(window.id == 6 && window.isFloating && window.isSticky && window.isFocused)
        #expect(window.area.text == "1920x1050+0+30")
        #expect(try find(Self.sway, pid: 43) == nil)
    }

    @Test func theScratchpadIsWhereWindowsAreMinimised() throws {
        let window = try #require(try find(Self.sway, pid: 44))
        #expect(window.isInScratchpad && window.state.isMinimised && window.state.geometry == nil)
    }

    @Test(arguments: ["", "[]", "{}", #"{"id":1,"type":"root","rect":{"x":"no"}}"#])
    func whatIsNoTreeIsAnError(_ text: String) {
        #expect(throws: (any Error).self) { try LayoutNode(tree: Array(text.utf8)) }
    }

    @Test func aNewCompositorHasAnotherSocket() {
        #expect(
            CompositorAddress.candidates(.i3, known: "/a", advertised: "/b", runtimeDirectory: nil) == ["/b", "/a"])
        #expect(CompositorAddress.candidates(.i3, known: "/a", advertised: "/a", runtimeDirectory: "/") == ["/a"])
    }
}
