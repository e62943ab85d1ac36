extension String {
    /// Returns the text as one line for people: characters that end a line or control a terminal become spaces, and a
    /// text that is too long is cut, with an ellipsis at its end.
    ///
    /// - Parameter longest: bytes of UTF-8, including the ellipsis; at least those of the ellipsis.
    public func onOneLine(longest: Int = .max) -> String {
        let isCut = utf8.count > longest
        guard
            isCut || !isPrintableASCII && unicodeScalars.contains(where: { $0.breaksLines || $0.overridesDirection })
        else { return self }
        let ellipsis = "…"
        var line = UnicodeScalarView()
        var room = isCut ? longest - ellipsis.utf8.count : .max
        for scalar in unicodeScalars where !scalar.overridesDirection {
            let shown = scalar.breaksLines ? " " : scalar
            room -= UTF8.width(shown)
            guard room >= 0 else { break }
            line.append(shown)
        }
        return isCut ? String(line) + ellipsis : String(line)
    }

    /// Almost every text is: a client that floods the bus causes thousands of errors per second.
    private var isPrintableASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var index = 0
            while index < bytes.count, bytes[index] >= 0x20, bytes[index] < 0x7F { index += 1 }
            return index == bytes.count
        } ?? false
    }
}

extension Unicode.Scalar {
    /// Whether it ends a line or controls a terminal (the general categories Cc, Zl and Zp).
    public var breaksLines: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether it changes the direction of what follows (UAX #9, 2.1 to 2.4): a title could write over the words around it.
    public var overridesDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }
}
