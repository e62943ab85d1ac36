internal import CGStreamer
internal import Glibc

/// The version of a library, such as 1.22.0.
public struct LibraryVersion: Hashable, Comparable, CustomStringConvertible, Sendable {
    let (major, minor, micro): (Int, Int, Int)

    init(_ major: Int, _ minor: Int, _ micro: Int = 0) { (self.major, self.minor, self.micro) = (major, minor, micro) }

    /// - Parameter text: `16.1`, `1.0.5` or `17.0-5-gab12`; nil for anything that does not begin with a number.
    init?(_ text: String) {
        let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) ?? 0 }
        guard let major = numbers.first else { return nil }
        self.init(major, numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.micro) < (right.major, right.minor, right.micro)
    }

    public var description: String { "\(major).\(minor).\(micro)" }
}

/// The versions of the libraries that run.
struct InstalledVersions: Sendable {
    /// Tests put others in their place.
    @TaskLocal static var current = InstalledVersions { $0.loadedVersion }

    private let read: @Sendable (Workaround.Component) -> LibraryVersion?

    init(_ read: @escaping @Sendable (Workaround.Component) -> LibraryVersion?) { self.read = read }

    /// Nil where it is not known, as while nothing has loaded the library yet.
    subscript(component: Workaround.Component) -> LibraryVersion? { read(component) }
}

extension Workaround.Component {
    /// The version of the library that this process has loaded.
    fileprivate var loadedVersion: LibraryVersion? {
        switch self {
        case .gstreamer:
            var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
            gst_version(&major, &minor, &micro, &nano)
            return LibraryVersion(Int(major), Int(minor), Int(micro))
        case .libpulse: return Self.text("pa_get_library_version", of: "libpulse.so.0")
        case .libsoup:
            let library = "libsoup-3.0.so.0"
            guard let major = Self.number("soup_get_major_version", of: library),
                let minor = Self.number("soup_get_minor_version", of: library),
                let micro = Self.number("soup_get_micro_version", of: library)
            else { return nil }
            return LibraryVersion(major, minor, micro)
        case .pipeWire: return Self.text("pw_get_library_version", of: "libpipewire-0.3.so.0")
        case .xlib: return nil
        }
    }

    /// What a function without parameters returns: nil if the library is not there. The casts are safe: the three names that are
    /// asked for have had these signatures in every version of their libraries, and a library that is loaded stays.
    private static func text(_ function: String, of library: String) -> LibraryVersion? {
        guard let symbol = symbol(function, of: library) else { return nil }
        // A function of the C library without parameters that returns a text, see above.
        let version = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<CChar>?).self)
        return version().flatMap { LibraryVersion(String(cString: $0)) }
    }

    private static func number(_ function: String, of library: String) -> Int? {
        // A function of the C library without parameters that returns a guint, see above.
        symbol(function, of: library).map { Int(unsafeBitCast($0, to: (@convention(c) () -> guint).self)()) }
    }

    /// The libraries stay: whoever has loaded them, GStreamer's plugins, is never unloaded.
    private static func symbol(_ name: String, of library: String) -> UnsafeMutableRawPointer? {
        guard let library = dlopen(library, RTLD_NOW | RTLD_NOLOAD) else { return nil }
        defer { dlclose(library) }
        return dlsym(library, name)
    }
}
