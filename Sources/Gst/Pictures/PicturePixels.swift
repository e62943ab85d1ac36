internal import Synchronization

/// The pixels of a patch: drawn once, never changed, and drawn over frames without a copy.
///
/// `@unchecked` because only the initialiser writes them.
public final class PicturePixels: RandomAccessCollection, Hashable, @unchecked Sendable {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    private let store: PixelStore?

    /// - Parameters:
    ///   - count: the number of bytes.
    ///   - store: where the memory comes from and goes to; nil: the system.
    ///   - draw: draws on zeros, and returns whether it could.
    /// - Returns: nil if it could not.
    public init?(count: Int, from store: PixelStore? = nil, _ draw: (UnsafeMutableBufferPointer<UInt8>) -> Bool) {
        bytes = store?.take(count) ?? .allocate(capacity: count)
        self.store = store
        bytes.initialize(repeating: 0)
        guard draw(bytes) else { return nil }
    }

    public init(_ pixels: [UInt8]) {
        bytes = .allocate(capacity: pixels.count)
        store = nil
        _ = bytes.initialize(from: pixels)
    }

    deinit {
        if let store { store.giveBack(bytes) } else { bytes.deallocate() }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { bytes.count }
    public subscript(index: Int) -> UInt8 { bytes[index] }

    public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(bytes))
    }

    public static func == (left: PicturePixels, right: PicturePixels) -> Bool {
        left === right || left.elementsEqual(right)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}

/// The memory of drawings that are over, for the next ones of their sizes.
///
/// During a drag, a drawing of half a megabyte replaces another one fifty times a second. Each would get new pages from
/// the system, and clear them: a tenth of the processor time of a drag.
public final class PixelStore: Sendable {
    private struct State {
        /// `nonisolated(unsafe)` because a block in here has no other owner.
        nonisolated(unsafe) var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
        var isOpen = false
    }

    /// The most blocks that are kept.
    private static let mostBlocks = 8

    private let state = Mutex(State())

    public init() {}

    deinit { close() }

    /// Keeps what is given back from now on.
    public func open() { state.withLock { $0.isOpen = true } }

    /// Releases what is kept, and from now on what is given back.
    public func close() {
        state.withLock { state in
            state.isOpen = false
            for block in state.blocks { block.deallocate() }
            state.blocks = []
        }
    }

    /// The number of blocks that are kept.
    var kept: Int { state.withLock { $0.blocks.count } }

    fileprivate func take(_ count: Int) -> UnsafeMutableBufferPointer<UInt8>? {
        state.withLock { state in
            state.blocks.firstIndex { $0.count == count }.map { state.blocks.remove(at: $0) }
        }
    }

    fileprivate func giveBack(_ block: UnsafeMutableBufferPointer<UInt8>) {
        state.withLock { state in
            guard state.isOpen else { return block.deallocate() }
            // The oldest have sizes that nothing has any more.
            if state.blocks.count >= Self.mostBlocks { state.blocks.removeFirst().deallocate() }
            state.blocks.append(block)
        }
    }
}
