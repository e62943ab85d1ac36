internal import CGLib
internal import Glibc

/// Rights that a process can give up permanently, for itself and for the programs that it starts.
public enum ProcessRights {
    /// The calling thread, and programs that it starts, gain no rights by what they execute (set-user-ID programs).
    public static func renouncePrivileges() { cglib_renounce_privileges() }

    /// Forbids opening sockets from now on: no network, no bus, no display, no sound server. Attempts fail with
    /// EACCES.
    ///
    /// Sockets that are already open, and socket pairs, still work. This also removes access to the sockets of other
    /// processes.
    ///
    /// - Parameter wholeProcess: every thread of the process, or only the calling one.
    /// - Returns: 0, or an error number, and then nothing has changed.
    public static func renounceSockets(wholeProcess: Bool = true) -> CInt {
        cglib_renounce_sockets(wholeProcess ? 1 : 0)
    }

    /// Forbids the calling thread, and the threads and programs that it starts, to change files anywhere but in some
    /// places: to write, create, rename and remove them. Open descriptors stay as they are.
    ///
    /// Source: https://docs.kernel.org/userspace-api/landlock.html
    ///
    /// - Parameter places: folders with all that is in them, and devices. Those that do not exist are left out.
    /// - Returns: 0, or an error number, and then nothing has changed. `ENOSYS` and `EOPNOTSUPP`: the kernel cannot.
    public static func renounceWriting(except places: [String]) -> CInt {
        let names = places.map { strdup($0) }
        defer { for name in names { free(name) } }
        return names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            cglib_renounce_writing(names.baseAddress, CInt(names.count))
        }
    }

    /// Limits the memory and the processor time of this process permanently. It is refused more memory, which ends most
    /// programs, and is killed when its time is used up.
    ///
    /// - Parameters:
    ///   - memory: in bytes; only what can be written to counts.
    ///   - seconds: of processor time, of all threads together.
    /// - Returns: 0, or an error number.
    public static func limit(memory: UInt64, seconds: UInt64) -> CInt {
        cglib_limit_process(guint64(memory), guint64(seconds))
    }
}
