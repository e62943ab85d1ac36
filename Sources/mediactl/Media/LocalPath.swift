import GLibLoop
import Glibc
import PlayerCore

/// An absolute path as the kernel uses it: bytes, which need not be UTF-8.
struct LocalPath: Hashable {
    /// The kind of the file at a path.
    enum Kind: Hashable {
        case file
        case directory
        case missing
    }

    /// The bytes without a terminating zero.
    let bytes: [UInt8]

    /// - Parameters:
    ///   - path: an absolute or relative path.
    ///   - folder: the folder that a relative path is resolved against; nil: the working directory.
    init(_ path: [UInt8], in folder: LocalPath? = nil) {
        let slash = UInt8(ascii: "/")
        let start = path.first == slash ? [] : (folder?.bytes ?? Self.workingDirectory) + [slash]
        var result: [UInt8] = []
        for component in (start + path).split(separator: slash) {
            if component.elementsEqual(".".utf8) { continue }
            if component.elementsEqual("..".utf8) {
                // Readers of URIs resolve "name/.." textually; if "name" is a link, the kernel resolves it differently.
                result = Self.resolved(result)
                if let last = result.lastIndex(of: slash) { result.removeSubrange(last...) }
                continue
            }
            result.append(slash)
            result += component
        }
        bytes = result.isEmpty ? [slash] : result
    }

    /// A path in text from a file or the command line.
    init(_ path: String, in folder: LocalPath? = nil) { self.init(Array(path.utf8), in: folder) }

    /// The path for people.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The folder that contains the file.
    var folder: LocalPath { LocalPath(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)] + [UInt8(ascii: "/")]) }

    /// The last component.
    var name: String { String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self) }

    /// Whether it is in a folder, or in one below it.
    func isBelow(_ folder: String) -> Bool {
        let folder = LocalPath(folder)
        return bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
    }

    /// Whether it is a folder with the name of a disc, as of a book on several: `CD 2`, `Disc 1`.
    var isDisc: Bool {
        let word = name.lowercased().prefix(while: \.isLetter)
        let number = name.dropFirst(word.count).drop { !$0.isNumber && !$0.isLetter }
        return ["cd", "disc", "disk"].contains(word) && !number.isEmpty && number.allSatisfy(\.isNumber)
            && kind == .directory
    }

    /// The extension in lower case, without the dot; empty if there is none.
    var fileExtension: String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The kind of the file. Follows links.
    var kind: Kind {
        guard let status else { return .missing }
        return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
    }

    /// Identifies the file regardless of its path; nil if it does not exist.
    var identity: FileIdentity? { status.map { FileIdentity(device: $0.st_dev, number: $0.st_ino) } }

    /// The entries of the folder without hidden ones, in natural order; nil if it cannot be read.
    var children: [LocalPath]? {
        guard let directory = withCString({ opendir($0) }) else { return nil }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.map { (key: NaturalKey(String(decoding: $0, as: UTF8.self)), bytes: $0) }
            .sorted { $0.key < $1.key }.map { LocalPath($0.bytes, in: self) }
    }

    /// The `file:` URI.
    var uri: String { FileURI.uri(of: bytes) }

    /// The contents; nil if the file cannot be read.
    var contents: [UInt8]? {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return StandardInput.readAll(descriptor)
    }

    private static var workingDirectory: [UInt8] {
        guard let path = getcwd(nil, 0) else { return [] }
        defer { free(path) }
        return Array(String(cString: path).utf8)
    }

    /// Resolves the links of a path. Returns the path itself if it does not exist.
    private static func resolved(_ path: [UInt8]) -> [UInt8] {
        guard !path.isEmpty,
            let real = (path + [0]).withUnsafeBytes({ realpath($0.bindMemory(to: CChar.self).baseAddress, nil) })
        else { return path }
        defer { free(real) }
        return Array(UnsafeBufferPointer(start: real, count: strlen(real))).map { UInt8(bitPattern: $0) }
    }

    private var status: stat? {
        var status = stat()
        return withCString { stat($0, &status) } == 0 ? status : nil
    }

    private func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (bytes + [0]).withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let address = characters.baseAddress else { preconditionFailure("an array with a zero is empty") }
                return body(address)
            }
        }
    }
}

/// Identifies a file or folder regardless of the path to it.
struct FileIdentity: Hashable {
    var device: UInt
    var number: UInt
}

/// Orders names naturally: "Episode 2" before "Episode 10", ignoring case.
struct NaturalKey: Comparable {
    private let key: [UInt8]
    private let name: String

    init(_ name: String) {
        self.name = name
        key = UnicodeText.collationKey(ofFileName: name.lowercased())
    }

    static func < (left: NaturalKey, right: NaturalKey) -> Bool {
        left.key == right.key ? left.name < right.name : left.key.lexicographicallyPrecedes(right.key)
    }

    static func == (left: NaturalKey, right: NaturalKey) -> Bool { left.name == right.name }
}
