// swift-tools-version: 6.2
import PackageDescription

// Import directions and warnings are part of the build, not of the review: an import that is not written down in a
// target's dependencies, or leaks through a public declaration without saying so, does not compile.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "mediad",
    products: [
        .executable(name: "mediad", targets: ["mediad"]),
        .executable(name: "mediactl", targets: ["mediactl"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CGStreamer", pkgConfig: "gstreamer-pbutils-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(
            name: "CXCB", pkgConfig: "xcb-randr", providers: [.apt(["libxcb1-dev", "libxcb-randr0-dev"])]),

        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CAss"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Compiles toml++, which consists of headers only.
        .target(name: "CTOML"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "CPulse"),
        .target(name: "CCrash"),
        .target(name: "GLibLoop", dependencies: ["CGLib"], swiftSettings: settings),
        .target(name: "GstElements", dependencies: ["CGStreamer", "GLibLoop"], swiftSettings: settings),
        // What other libraries do wrong.
        .target(
            name: "GstWorkarounds",
            dependencies: ["CGStreamer", "CPulse", "GLibLoop", "GstElements", "MediaContainers"],
            swiftSettings: settings),
        .target(
            name: "Gst",
            dependencies: ["CGStreamer", "GLibLoop", "GstElements", "GstWorkarounds", "MediaContainers"],
            swiftSettings: settings),
        .target(name: "DBusKit", dependencies: ["CDBus", "GLibLoop"], swiftSettings: settings),
        // Optimised in debug builds, too: their tests run tens of thousands of random sequences and damaged files.
        .target(name: "PlayerCore", swiftSettings: settings + optimised),
        // What is drawn over the picture. It knows no player: cards go in, a drawing and areas come out.
        .target(name: "ScreenUI", dependencies: ["CPango", "Gst", "PlayerCore"], swiftSettings: settings),
        .target(name: "MediaContainers", swiftSettings: settings + optimised),
        .target(
            name: "MediaProbe", dependencies: ["CZlib", "GLibLoop", "MediaContainers", "PlayerCore"],
            swiftSettings: settings + optimised),
        .target(
            name: "PlayerEngine",
            dependencies: [
                "CAss", "GLibLoop", "Gst", "GstWorkarounds", "MediaContainers", "MediaProbe", "PlayerCore", "ScreenUI",
            ],
            swiftSettings: settings),
        .target(
            name: "MediaExport",
            dependencies: ["CZlib", "GLibLoop", "Gst", "GstWorkarounds", "MediaContainers", "PlayerCore"],
            swiftSettings: settings),
        .target(name: "PlayerService", dependencies: ["DBusKit", "PlayerCore"], swiftSettings: settings),
        .target(
            name: "LibraryStore",
            dependencies: ["CCrash", "CSQLite", "GLibLoop", "MediaContainers", "PlayerCore"],
            swiftSettings: settings),
        .target(name: "WindowControl", dependencies: ["CXCB", "GLibLoop", "PlayerCore"], swiftSettings: settings),
        .target(name: "PlayerRuntime", dependencies: ["GLibLoop", "PlayerCore"], swiftSettings: settings),
        .executableTarget(
            name: "mediad",
            dependencies: [
                "CTOML", "DBusKit", "GLibLoop", "Gst", "GstWorkarounds", "LibraryStore", "MediaExport", "PlayerCore",
                "PlayerEngine", "PlayerRuntime", "PlayerService", "WindowControl",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings,
            // For GStreamer's plugins, which find them before those of the libraries; see CPulse.
            linkerSettings: [
                .unsafeFlags(
                    [
                        "pa_stream_connect_playback", "pa_threaded_mainloop_free", "pa_context_subscribe",
                        "pa_context_set_subscribe_callback",
                        "gst_element_message_full",
                    ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
            ]),
        .executableTarget(
            name: "mediactl",
            dependencies: [
                "DBusKit", "GLibLoop", "Gst", "MediaContainers", "MediaProbe", "PlayerCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["DBusKit", "Gst"], path: "Tests/TestSupport",
            swiftSettings: settings),
        // What an engine owes to the player: held by the engine without sound and by the real one.
        .target(
            name: "EngineContract", dependencies: ["PlayerCore"], path: "Tests/EngineContract",
            swiftSettings: settings),
        .testTarget(
            name: "PlayerCoreTests", dependencies: ["EngineContract", "PlayerCore"], swiftSettings: settings),
        .testTarget(
            name: "ScreenUITests", dependencies: ["Gst", "PlayerCore", "ScreenUI"], swiftSettings: settings),
        .testTarget(
            name: "MediaProbeTests",
            dependencies: ["GLibLoop", "MediaContainers", "MediaProbe", "PlayerCore", "TestSupport"],
            swiftSettings: settings),
        // Every reader of what others wrote; `.ci/fuzz` compiles the same targets with libFuzzer.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Gst", "LibraryStore", "MediaContainers", "MediaExport", "MediaProbe", "PlayerCore", "PlayerEngine",
                "PlayerService", "WindowControl", "mediad",
            ],
            swiftSettings: settings),
        .testTarget(name: "DBusKitTests", dependencies: ["DBusKit", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GstTests",
            dependencies: ["CGLib", "CGStreamer", "Gst", "GLibLoop", "GstElements", "MediaContainers", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "GstWorkaroundsTests",
            dependencies: [
                "CGLib", "CGStreamer", "CPulse", "Gst", "GLibLoop", "GstElements", "GstWorkarounds", "MediaContainers",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PlayerEngineTests",
            dependencies: [
                "CGStreamer", "EngineContract", "GLibLoop", "Gst", "MediaProbe", "PlayerCore", "PlayerEngine",
                "PlayerRuntime", "ScreenUI", "TestSupport", "hostile-player",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MediaExportTests", dependencies: ["Gst", "MediaContainers", "MediaExport", "PlayerCore"],
            swiftSettings: settings),
        .testTarget(
            name: "PlayerServiceTests", dependencies: ["PlayerService", "PlayerCore", "DBusKit", "TestSupport"],
            swiftSettings: settings),
        // Plays damaged media until one of them ends it: `.ci/fuzz-engine` and a test of the engine.
        .executableTarget(
            name: "hostile-player",
            dependencies: ["GLibLoop", "Gst", "PlayerCore", "PlayerEngine", "PlayerRuntime", "TestSupport"],
            path: "Tests/HostilePlayer", swiftSettings: settings),
        // Killed while it writes, by the tests of the journal.
        .executableTarget(
            name: "journal-writer", dependencies: ["LibraryStore", "PlayerCore"], path: "Tests/JournalWriter",
            swiftSettings: settings),
        .testTarget(
            name: "LibraryStoreTests",
            dependencies: ["LibraryStore", "PlayerCore", "TestSupport", "journal-writer"],
            swiftSettings: settings),
        .testTarget(
            name: "WindowControlTests", dependencies: ["WindowControl", "PlayerCore", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "PlayerRuntimeTests", dependencies: ["PlayerRuntime", "PlayerCore", "GLibLoop"],
            swiftSettings: settings),
        .testTarget(
            name: "MediadTests",
            dependencies: [
                "mediad", "DBusKit", "GLibLoop", "MediaExport", "PlayerCore", "PlayerService", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MediactlTests",
            dependencies: [
                "mediactl", "DBusKit", "MediaContainers", "MediaProbe", "PlayerCore", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        // ScreenUI tells where the window draws what is clicked.
        .testTarget(
            name: "SystemTests", dependencies: ["DBusKit", "MediaContainers", "PlayerCore", "ScreenUI", "TestSupport"],
            swiftSettings: settings),
    ],
    cxxLanguageStandard: .cxx17
)
