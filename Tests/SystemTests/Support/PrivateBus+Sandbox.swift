import TestSupport

extension PrivateBus {
    /// Where programs of a sandbox look for it without being told.
    convenience init(in sandbox: Sandbox) throws { try self.init(socket: "\(sandbox.directory)/run/bus") }
}
