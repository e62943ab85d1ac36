internal import PlayerCore

/// The property `WM_NORMAL_HINTS` (ICCCM 4.1.2.3): what sizes a window may have.
struct NormalHints {
    private enum Flag {
        static let userPosition: UInt32 = 1
        static let userSize: UInt32 = 2
        static let minimumSize: UInt32 = 16
        static let aspect: UInt32 = 128
        static let gravity: UInt32 = 512
    }

    /// Static gravity: places that are asked for are those of the picture, not of its frame.
    static let staticGravity: UInt32 = 10

    /// The user chose the place: the window manager is not to choose another one when the window is mapped.
    var isPlaceChosen = false
    var leastWidth = PictureInPictureLayout.leastWidth
    var leastHeight = PictureInPictureLayout.leastHeight
    /// Kept when the user resizes the window.
    var aspect: AspectRatio?

    /// The property's 18 words.
    var words: [UInt32] {
        var flags = Flag.minimumSize | Flag.gravity
        if isPlaceChosen { flags |= Flag.userPosition | Flag.userSize }
        if aspect != nil { flags |= Flag.aspect }
        let ratio = [UInt32(aspect?.width ?? 0), UInt32(aspect?.height ?? 0)]
        // Flags, place and size (obsolete), least, greatest, increments, aspect from and to, base size, gravity.
        return [flags, 0, 0, 0, 0, UInt32(leastWidth), UInt32(leastHeight), 0, 0, 0, 0] + ratio + ratio
            + [0, 0, Self.staticGravity]
    }
}
