import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Actions1`: two actions, of which one can be pressed.
    var actionsInterface: BusInterface {
        let type = "(ssa{sv})"
        return BusInterface(
            DaemonInterface.actions.rawValue, methods: [recorded("Invoke", [BusArgument("id", "s")])],
            properties: [
                BusProperty("Actions", "a" + type) {
                    .array(
                        type,
                        [
                            .structure([
                                "like", "Like\u{1B}", .properties(["owner": ":1.7", "visible": true]),
                            ]),
                            .structure([
                                "buy", "Buy the song",
                                .properties([
                                    "owner": ":1.7", "visible": false, "from": .int64(90_000_000),
                                    "to": .int64(120_500_000),
                                ]),
                            ]),
                        ])
                }
            ])
    }
}
