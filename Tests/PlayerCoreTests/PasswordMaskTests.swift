import PlayerCore
import Testing

/// Passwords in what is logged and told.
@Suite struct PasswordMaskTests {
    @Test(arguments: [
        ("http://ann:secret@example.org/a.mp3", "http://ann:***@example.org/a.mp3"),
        ("x http://ann:s@a/b and https://bob:t:u@c:80/d.", "x http://ann:***@a/b and https://bob:***@c:80/d."),
        ("http://ann:p@ss@a/", "http://ann:***@a/"), ("http://ann:@a", "http://ann:***@a"),
        ("http://ann@a/b:c@d", "http://ann@a/b:c@d"), ("http://a/?q=b:c@d", "http://a/?q=b:c@d"),
        ("'http://ann:s@a' is", "'http://ann:***@a' is"), ("ann:secret@example.org", "ann:secret@example.org"),
        ("file:///a:b@c", "file:///a:b@c"), ("://", "://"), ("://:@", "://:***@"), ("", ""),
    ])
    func theyAreCovered(text: String, expected: String) { #expect(text.withoutPasswords == expected) }

    @Test(arguments: [
        ("http://ann:secret@example.org:80/a@b.mp3?c:d@e", "http://example.org:80/a@b.mp3?c:d@e"),
        ("HTTPS://token@example.org", "HTTPS://example.org"), ("http://ann:p@ss@a/", "http://a/"),
        ("ftp://ann:s@a/", "ftp://a/"), ("smb://ann@nas/a", "smb://ann@nas/a"), ("http://a/b:c@d", "http://a/b:c@d"),
        ("file:///a:b@c", "file:///a:b@c"), ("data:,a:b@c", "data:,a:b@c"), ("a@b", "a@b"), ("://:@", "://"), ("", ""),
    ])
    func addressesLoseTheirLogins(uri: String, expected: String) { #expect(uri.withoutLogin == expected) }

    @Test func faultsHoldNone() {
        let fault = PlaybackFault(.sourceNotFound, "no http://a:b@c/", debug: "http://a:b@c/ failed")
        #expect(fault.message == "no http://a:***@c/")
        #expect(fault.debug == "http://a:***@c/ failed")
    }
}
