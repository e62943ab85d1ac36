/// A file or folder, whatever path leads to it.
struct FileIdentity: Hashable {
    var device: UInt
    var number: UInt
}
