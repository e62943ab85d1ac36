import PlayerCore
import Testing

@testable import mediad

@Suite struct IdentityCacheTests {
    @Test func theOldestOf33IsForgotten() {
        let cache = IdentityCache()
        for number in 0..<32 { cache["file:///\(number)"] = ContentIdentity(text: "\(number)") }
        #expect((0..<32).allSatisfy { cache["file:///\($0)"] == ContentIdentity(text: "\($0)") })
        cache["file:///32"] = ContentIdentity(text: "32")
        #expect(cache["file:///0"] == nil)
        #expect((1...32).allSatisfy { cache["file:///\($0)"] != nil })
    }
}
