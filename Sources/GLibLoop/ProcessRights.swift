internal import CGLib

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
}
