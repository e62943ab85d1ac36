import Testing

@testable import mediad

@Suite struct UserFoldersTests {
    @Test func relativePathsAreIgnored() {
        let folders = UserFolders(environment: [
            "HOME": "relative", "XDG_CACHE_HOME": "c", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "./d",
            "XDG_RUNTIME_DIR": "r",
        ])
        #expect(folders.home == nil && folders.state == nil && folders.data == nil)
        #expect(folders.cache == "/nonexistent")
        #expect(folders.configuration.hasSuffix("/.config"))
    }

    @Test(arguments: [
        (["HOME": "/h/", "XDG_RUNTIME_DIR": "/r"], "/h/.cache"),
        (["HOME": "/h", "XDG_CACHE_HOME": "/c"], "/c"),
        // Never a folder that all users share.
        (["XDG_RUNTIME_DIR": "/r"], "/r"), ([:], "/nonexistent"),
    ])
    func theCacheBelongsToTheUser(_ environment: [String: String], _ folder: String) {
        #expect(UserFolders(environment: environment).cache == folder)
    }
}
