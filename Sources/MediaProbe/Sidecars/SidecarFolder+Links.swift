internal import Glibc

extension SidecarFolder {
    /// Returns the folders in which the real path of a file beside an item may be: the item's folder, or, if the item
    /// is itself a link, that of its target.
    static func roots(of item: [UInt8]) -> [SidecarFolder] {
        [withoutLinks(SidecarFolder(of: item).path), withoutLinks(item).map { SidecarFolder(of: $0).path }]
            .compactMap { $0 }.map { SidecarFolder($0) }
    }

    /// Returns a path with its links resolved; nil if nothing is there.
    static func withoutLinks(_ path: [UInt8]) -> [UInt8]? {
        guard let real = withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    }

    static func withCString<Value>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (path.prefix { $0 != 0 } + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { characters in
            guard let address = characters.baseAddress else { preconditionFailure("an array with a zero is empty") }
            return body(address)
        }
    }
}
