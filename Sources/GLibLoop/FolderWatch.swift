internal import Glibc
internal import Synchronization

/// Reports changes in folders (inotify(7)): a file that was written, moved, removed or given other times.
///
/// Call ``watch(_:)`` again after each change: a folder that was removed and created again is another one.
public final class FolderWatch: Sendable {
    /// The relevant events of a folder.
    private enum Interest {
        case everything
        case names(Set<String>)
    }

    private struct State {
        /// By the kernel's watch descriptors.
        var interests: [Int32: Interest] = [:]
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let source: Mutex<LoopSource?>

    /// - Parameter changed: called on `loop`, once for all events since the last call.
    /// - Returns: nil if the kernel provides no more instances.
    public init?(on loop: EventLoop, changed: @escaping @Sendable () -> Void) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        source = Mutex(nil)
        guard descriptor >= 0 else { return nil }
        let watch = LoopSource.watch(on: loop, descriptor: descriptor, for: .readable) { [weak self] _ in
            if self?.read() == true { changed() }
        }
        source.withLock { $0 = watch }
    }

    deinit {
        source.withLock { $0 = nil }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watches these folders, and for a missing folder its nearest existing parent. Takes as long as file systems do.
    public func watch(_ folders: [String]) {
        var wanted: [Int32: Interest] = [:]
        for folder in folders {
            var attempts = 4
            // A folder that is created while its parent is examined exists at the next attempt.
            while !add(folder, to: &wanted), attempts > 0 { attempts -= 1 }
        }
        let gone = state.withLock { state in
            defer { state.interests = wanted }
            return state.interests.keys.filter { wanted[$0] == nil }
        }
        for number in gone { inotify_rm_watch(descriptor, number) }
    }

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)
    /// In a parent folder only the creation of the wanted one matters. Added to the events that are watched there
    /// anyway.
    private static let eventsAbove = UInt32(
        IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD)

    /// - Returns: whether nothing was created meanwhile.
    private func add(_ folder: String, to wanted: inout [Int32: Interest]) -> Bool {
        var (path, name): (String, String?) = (folder, nil)
        while true {
            let number = inotify_add_watch(descriptor, path, name == nil ? Self.events : Self.eventsAbove)
            if number >= 0 {
                switch (wanted[number], name) {
                case (.names(let names), let name?): wanted[number] = .names(names.union([name]))
                case (nil, let name?): wanted[number] = .names([name])
                case (.everything, _), (_, nil): wanted[number] = .everything
                }
                return name.map { access("\(path)/\($0)", F_OK) != 0 } ?? true
            }
            guard let slash = path.lastIndex(of: "/"), path != "/" else { return true }
            name = String(path[path.index(after: slash)...])
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
    }

    /// Reads the events.
    ///
    /// - Returns: whether any of them matters.
    private func read() -> Bool {
        var matters = false
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let head = MemoryLayout<inotify_event>.size
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return matters }
            let interests = state.withLock { $0.interests }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset + head <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = min(count, offset + head + Int(event.len))
                    let name = String(decoding: bytes[(offset + head)..<end].prefix { $0 != 0 }, as: UTF8.self)
                    switch interests[event.wd] {
                    case .everything: matters = true
                    case .names(let names): matters = matters || name.isEmpty || names.contains(name)
                    // Events that the kernel lost may have mattered.
                    case nil: matters = matters || event.wd < 0
                    }
                    offset = end
                }
            }
        }
    }
}
