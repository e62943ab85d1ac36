internal import PlayerCore

/// The property `WM_NORMAL_HINTS` (ICCCM 4.1.2.3): the sizes that a window may have.
struct NormalHints {
    private enum Flag {
        static let userPosition: UInt32 = 1
        static let userSize: UInt32 = 2
        static let minimumSize: UInt32 = 16
        static let aspect: UInt32 = 128
        static let gravity: UInt32 = 512
    }

    /// Static gravity: requested positions are those of the contents, not of the frame.
    static let staticGravity: UInt32 = 10

    /// Whether the position was chosen explicitly: the window manager must not choose another one when the window is
    /// mapped.
    var isPlaceChosen = false
    var leastWidth = PictureInPictureLayout.leastWidth
    var leastHeight = PictureInPictureLayout.leastHeight
    /// The aspect ratio that is kept when the user resizes the window.
    var aspect: AspectRatio?

    /// The 18 words of the property.
    var words: [UInt32] {
        var flags = Flag.minimumSize | Flag.gravity
        if isPlaceChosen { flags |= Flag.userPosition | Flag.userSize }
        if aspect != nil { flags |= Flag.aspect }
        let ratio = [UInt32(aspect?.width ?? 0), UInt32(aspect?.height ?? 0)]
        // Flags, position and size (obsolete), minimum, maximum, increments, aspect from and to, base size, gravity.
        return [flags, 0, 0, 0, 0, UInt32(leastWidth), UInt32(leastHeight), 0, 0, 0, 0] + ratio + ratio
            + [0, 0, Self.staticGravity]
    }
}
