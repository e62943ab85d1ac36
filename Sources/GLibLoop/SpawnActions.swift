internal import CGLib
public import Glibc

extension posix_spawn_file_actions_t {
    /// Has the child close every descriptor from `first` on, whoever opened it.
    ///
    /// - Returns: 0 or an error number.
    public mutating func closeDescriptors(from first: CInt) -> CInt { cglib_spawn_close_from(&self, first) }
}
