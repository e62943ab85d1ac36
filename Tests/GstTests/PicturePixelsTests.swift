import Testing

@testable import Gst

@Suite struct PicturePixelsTests {
    private func drawn(_ value: UInt8, from store: PixelStore) -> PicturePixels? {
        PicturePixels(count: 64, from: store) { bytes in
            let isClean = bytes.allSatisfy { $0 == 0 }
            bytes[0] = value
            return isClean
        }
    }

    @Test func memoryIsUsedAgainAndClean() throws {
        let store = PixelStore()
        store.open()
        var pixels = drawn(1, from: store)
        let place = try #require(pixels).bytes.baseAddress
        #expect(pixels?.first == 1)
        pixels = nil
        let next = try #require(drawn(2, from: store), "it is clean")
        #expect(next.bytes.baseAddress == place)
        #expect(next.first == 2 && next.dropFirst().allSatisfy { $0 == 0 })
        // Of another size, and while the memory is in use.
        let others = [drawn(3, from: store), PicturePixels(count: 32, from: store) { _ in true }]
        #expect(others.allSatisfy { $0 != nil && $0?.bytes.baseAddress != place })
    }

    @Test func aClosedStoreKeepsNothing() throws {
        let store = PixelStore()
        store.open()
        var pixels = drawn(1, from: store)
        store.close()
        #expect(pixels?.first == 1, "what is in use stays")
        pixels = nil
        #expect(store.kept == 0)
        store.open()
        var many = (0..<20).map { drawn($0, from: store) }
        many = []
        #expect(many.isEmpty && store.kept == 8)
        store.close()
        #expect(store.kept == 0)
    }

    @Test func drawingsAreComparedByTheirPixels() {
        let store = PixelStore()
        #expect(drawn(1, from: store) == drawn(1, from: store))
        #expect(drawn(1, from: store) != drawn(2, from: store))
        #expect(PicturePixels(count: 4) { _ in false } == nil)
        #expect(Array(PicturePixels([1, 2, 3])) == [1, 2, 3])
    }
}
