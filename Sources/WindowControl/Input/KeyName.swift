/// Names of the keysyms that are useful for a player (X11's keysymdef.h and XF86keysym.h).
enum KeyName {
    /// - Parameter symbol: a keysym.
    /// - Returns: nil for keysyms without a name here, such as modifiers.
    static func name(of symbol: UInt32) -> String? {
        if let name = special[symbol] { return name }
        switch symbol {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: return Unicode.Scalar(symbol).map { String(Character($0)) }
        case 0xffbe...0xffc9: return "F\(symbol - 0xffbe + 1)"
        case 0xffb0...0xffb9: return "KP_\(symbol - 0xffb0)"
        default: return nil
        }
    }

    private static let special: [UInt32: String] = [
        0x20: "space", 0x21: "exclam", 0x22: "quotedbl", 0x23: "numbersign", 0x24: "dollar", 0x25: "percent",
        0x26: "ampersand", 0x27: "apostrophe", 0x28: "parenleft", 0x29: "parenright", 0x2a: "asterisk", 0x2b: "plus",
        0x2c: "comma", 0x2d: "minus", 0x2e: "period", 0x2f: "slash", 0x3a: "colon", 0x3b: "semicolon", 0x3c: "less",
        0x3d: "equal", 0x3e: "greater", 0x3f: "question", 0x40: "at", 0x5b: "bracketleft", 0x5c: "backslash",
        0x5d: "bracketright", 0x5f: "underscore", 0x60: "grave", 0x7b: "braceleft", 0x7c: "bar", 0x7d: "braceright",
        0xff08: "BackSpace", 0xff09: "Tab", 0xfe20: "ISO_Left_Tab", 0xff0d: "Return", 0xff13: "Pause", 0xff1b: "Escape",
        0xffff: "Delete",
        0xff50: "Home", 0xff51: "Left", 0xff52: "Up", 0xff53: "Right", 0xff54: "Down", 0xff55: "Prior", 0xff56: "Next",
        0xff57: "End", 0xff63: "Insert", 0xff67: "Menu", 0xff8d: "KP_Enter", 0xffaa: "KP_Multiply", 0xffab: "KP_Add",
        0xffad: "KP_Subtract", 0xffaf: "KP_Divide",
        0x1008_ff11: "XF86AudioLowerVolume", 0x1008_ff12: "XF86AudioMute", 0x1008_ff13: "XF86AudioRaiseVolume",
        0x1008_ff14: "XF86AudioPlay", 0x1008_ff15: "XF86AudioStop", 0x1008_ff16: "XF86AudioPrev",
        0x1008_ff17: "XF86AudioNext", 0x1008_ff31: "XF86AudioPause", 0x1008_ff3e: "XF86AudioRewind",
        0x1008_ff97: "XF86AudioForward",
    ]
}
