/// A fault of another library that mediad works around, and the versions that have it.
///
/// Each file of this target is about one of them. Its head says in the same form what the component is, which versions were
/// looked at, where it is reported, what goes wrong without the workaround, and which test holds it.
public struct Workaround: Hashable, Sendable {
    public let name: String
    /// The library that has the fault.
    public let component: Component
    /// The first version without the fault; nil: none is known, and the workaround is never left out.
    public let fixedIn: LibraryVersion?

    init(_ name: String, in component: Component, fixedIn: LibraryVersion? = nil) {
        (self.name, self.component, self.fixedIn) = (name, component, fixedIn)
    }

    /// Whether a version has the fault. One that is not known may have it.
    public func isNeeded(in version: LibraryVersion?) -> Bool {
        guard let fixedIn, let version else { return true }
        return version < fixedIn
    }

    /// Whether the library that runs has the fault.
    public var isOn: Bool { isNeeded(in: InstalledVersions.current[component]) }

    /// All of them, in the order of their names.
    public static let all: [Workaround] = [
        .auSegments, .audioDeadlock, .bufferPool, .deviceEvents, .displayTurn, .dontMove, .earlyTags,
        .firstField, .flashGaps, .flushPoint, .frameCopies, .growingBuffers, .lostLoop, .mp4OpusHeader, .periodCount,
        .programStreamTimes, .queueStop, .seekRefusal, .segmentLengths, .serializedTags, .settling,
        .sinkAnswers, .soupClose, .statedColours, .streamRenewal, .tempo, .transportStreamEnd,
        .transportStreamStart,
    ].sorted { $0.name < $1.name }

    /// Which are on and which are off, for the log: `queues that start again (GStreamer 1.22.0), …`. A library that is not
    /// loaded yet has no version.
    public static var summary: (on: String, off: String) {
        func list(_ workarounds: [Workaround]) -> String {
            workarounds.map { workaround in
                let version = InstalledVersions.current[workaround.component].map { " \($0)" } ?? ""
                return "\(workaround.name) (\(workaround.component.rawValue)\(version))"
            }.joined(separator: ", ")
        }
        return (list(all.filter(\.isOn)), list(all.filter { !$0.isOn }))
    }
}

extension Workaround {
    /// A library that others make.
    public enum Component: String, CaseIterable, Sendable {
        case gstreamer = "GStreamer"
        case libpulse
        case libsoup
        case pipeWire = "PipeWire"
        /// Xlib and its extensions, which do not say their version.
        case xlib = "Xlib"
    }
}
