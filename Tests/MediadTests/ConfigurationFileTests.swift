import Foundation
import Testing

@testable import mediad

@Suite struct ConfigurationFileTests {
    @Test func itsPlaceIsTheXDGOne() {
        #expect(
            ConfigurationFile(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]).path == "/c/mediad/config.toml")
        #expect(ConfigurationFile(environment: ["HOME": "/h"]).path == "/h/.config/mediad/config.toml")
        #expect(
            ConfigurationFile(environment: ["XDG_CONFIG_HOME": "relative", "HOME": "/h"]).path
                == "/h/.config/mediad/config.toml")
    }

    @Test func aMissingFileIsAnErrorOnlyWhenItWasNamed() throws {
        #expect(try ConfigurationFile(environment: ["HOME": "/nowhere"]).read() == Configuration())
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/nowhere/c.toml").read() }
        #expect(error?.description == "/nowhere/c.toml: cannot be read: No such file or directory")
    }

    @Test("a file with the name of the manual page is not read without a word") func confusion() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = folder.appendingPathComponent("mediad")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let file = ConfigurationFile(environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(file.confusion == nil)
        try Data().write(to: own.appendingPathComponent("mediad.toml"))
        #expect(file.confusion == "\(own.path)/mediad.toml is not read: rename it to \(own.path)/config.toml.")
        try Data().write(to: own.appendingPathComponent("config.toml"))
        #expect(file.confusion == nil)
    }

    @Test func whatIsNoTextFileIsRefused() throws {
        let device = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/dev/zero").read() }
        #expect(device?.description == "/dev/zero: is not a regular file")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-\(UUID().uuidString).toml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([0x23, 0xFF, 0xFE]).write(to: file)
        let text = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: file.path).read() }
        #expect(text?.description == "\(file.path): is not UTF-8 text")
        try Data("audio.volume = 0.25\n".utf8).write(to: file)
        #expect(try ConfigurationFile(path: file.path).read().audio.volume == 0.25)
    }

    @Test func oneOfAMegabyteIsReadAndALargerOneRefused() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-\(UUID().uuidString).toml")
        defer { try? FileManager.default.removeItem(at: file) }
        let setting = Data("audio.volume = 0.25\n#".utf8)
        let largest = setting + Data(repeating: UInt8(ascii: "x"), count: (1 << 20) - setting.count)
        try largest.write(to: file)
        #expect(try ConfigurationFile(path: file.path).read().audio.volume == 0.25)
        try (largest + Data("x".utf8)).write(to: file)
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: file.path).read() }
        #expect(error?.description == "\(file.path): is larger than 1 MiB")
    }
}
