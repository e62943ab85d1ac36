internal import PlayerCore

/// The symbols of the keys in the keyboard layouts.
struct KeyTable {
    /// Bits of the `state` field of an event.
    private enum Mask {
        static let shift: UInt16 = 1
        static let lock: UInt16 = 2
        static let control: UInt16 = 4
        static let mod1: UInt16 = 8
        static let mod4: UInt16 = 64
        static let layout: UInt16 = 0x6000
    }

    private let firstCode: Int
    private let columns: Int
    private let symbols: [UInt32]

    /// - Parameters:
    ///   - columns: the number of symbols per key.
    ///   - symbols: the symbols of all keys in sequence, beginning with the key `firstCode`.
    init(firstCode: Int, columns: Int, symbols: [UInt32]) {
        self.firstCode = firstCode
        self.columns = columns
        self.symbols = symbols
    }

    /// The key that was pressed; nil for keys without a name, such as modifiers.
    func press(code: UInt8, state: UInt16) -> KeyPress? {
        let isShifted = state & Mask.shift != 0
        for layout in Self.layouts(of: state) {
            guard let plain = symbol(code, column: 2 * layout) else { continue }
            let chosen = isShifted ? symbol(code, column: 2 * layout + 1) ?? plain : plain
            guard var name = KeyName.name(of: chosen) else { continue }
            if name.utf8.count == 1, state & Mask.lock != 0 { name = isShifted ? name.lowercased() : name.uppercased() }
            return KeyPress(name: name, modifiers: Self.modifiers(state))
        }
        return nil
    }

    /// The active layout, followed by another one. In a layout without Latin letters no key is f or p, so the symbols
    /// of the other layout are used. The core keyboard map has fixed columns only for the first two layouts, two
    /// symbols each.
    private static func layouts(of state: UInt16) -> [Int] { state & Mask.layout == 0x2000 ? [1, 0] : [0, 1] }

    private func symbol(_ code: UInt8, column: Int) -> UInt32? {
        guard column < columns else { return nil }
        let index = (Int(code) - firstCode) * columns + column
        guard symbols.indices.contains(index), symbols[index] != 0 else { return nil }
        return symbols[index]
    }

    private static func modifiers(_ state: UInt16) -> KeyModifiers {
        var modifiers: KeyModifiers = []
        if state & Mask.shift != 0 { modifiers.insert(.shift) }
        if state & Mask.control != 0 { modifiers.insert(.control) }
        if state & Mask.mod1 != 0 { modifiers.insert(.alt) }
        if state & Mask.mod4 != 0 { modifiers.insert(.super) }
        return modifiers
    }
}
