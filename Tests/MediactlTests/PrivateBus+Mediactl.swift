import TestSupport

extension PrivateBus {
    /// What a command did.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errors: String

        init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }

        init(_ result: ChildProcess.Result) {
            self.init(status: result.end.status, output: result.output, errors: result.errors)
        }
    }

    private func variables(_ more: [String: String]) -> [String: String] {
        environment.merging(["LC_ALL": "C.UTF-8", "TERM": "xterm"]) { $1 }.merging(more) { $1 }
    }

    /// Starts a command on this bus.
    ///
    /// - Parameters:
    ///   - terminal: the path of the terminal it draws on.
    ///   - environment: what its environment has besides.
    func start(
        _ arguments: [String], terminal: String? = nil, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            Tool.built("mediactl"), arguments, environment: variables(environment), terminal: terminal)
    }

    /// Runs a command to its end.
    func mediactl(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        Outcome(
            try ChildProcess.run(
                Tool.built("mediactl"), arguments, environment: variables(environment), input: input))
    }
}
