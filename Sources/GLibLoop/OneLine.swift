extension String {
    /// The text as one line for a person to read: what would end the line or steer a terminal is a space, and of a text that is
    /// too long the beginning is kept, with an ellipsis behind it.
    ///
    /// - Parameter longest: bytes of UTF-8, the ellipsis included; at least those of the ellipsis.
    public func onOneLine(longest: Int = .max) -> String {
        let isCut = utf8.count > longest
        guard isCut || !isPrintableASCII && unicodeScalars.contains(where: \.breaksLines) else { return self }
        let ellipsis = "…"
        var line = UnicodeScalarView()
        var room = isCut ? longest - ellipsis.utf8.count : .max
        for scalar in unicodeScalars {
            let shown = scalar.breaksLines ? " " : scalar
            room -= UTF8.width(shown)
            guard room >= 0 else { break }
            line.append(shown)
        }
        return isCut ? String(line) + ellipsis : String(line)
    }

    /// Nearly every text is: a client that floods the bus gets thousands of errors a second.
    private var isPrintableASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var index = 0
            while index < bytes.count, bytes[index] >= 0x20, bytes[index] < 0x7F { index += 1 }
            return index == bytes.count
        } ?? false
    }
}

extension Unicode.Scalar {
    /// Whether it ends a line or steers a terminal (the general categories Cc, Zl and Zp).
    public var breaksLines: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
