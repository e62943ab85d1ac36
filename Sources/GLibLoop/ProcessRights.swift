internal import CGLib

/// What a process can give up for good, for itself and for what it starts.
public enum ProcessRights {
    /// The calling thread, and programs that it starts, gain no rights by what they execute (set-user-ID programs).
    public static func renouncePrivileges() { cglib_renounce_privileges() }

    /// Opens no sockets from now on: no network, no bus, no display, no sound server. What asks for one is told EACCES.
    ///
    /// Sockets that are open already, and pairs of them, work. It also takes away what would lend the sockets of other
    /// processes.
    ///
    /// - Parameter wholeProcess: every thread of the process, or only the calling one.
    /// - Returns: 0, or the number of an error, and then nothing has changed.
    public static func renounceSockets(wholeProcess: Bool = true) -> CInt {
        cglib_renounce_sockets(wholeProcess ? 1 : 0)
    }
}
