import DBusKit
import Testing

@Suite("Introspection", .bus)
struct IntrospectionTests {
    private func introspect(_ thing: Thing, _ path: String) throws -> String {
        let values = try thing.client.call(
            thing.connection.uniqueName, path, "org.freedesktop.DBus.Introspectable", "Introspect")
        return values.first?.asString ?? ""
    }

    @Test("The whole text for one object")
    func golden() async throws {
        let thing = try await Thing()
        #expect(try introspect(thing, Thing.path) == Self.golden)
    }

    @Test("The root and what lies above an object name what is below, and answer nothing else")
    func parents() async throws {
        let thing = try await Thing()
        for (path, child) in [("/", "org"), ("/org", "test"), ("/org/test", "Thing")] {
            let text = try introspect(thing, path)
            #expect(text.contains("<node name=\"\(child)\"/>"), "\(path)")
            #expect(!text.contains(Thing.interface), "\(path)")
        }
        #expect(!(try introspect(thing, Thing.path)).contains("<node name"))
    }

    @Test("An object that was taken back is unknown, and so are its parents; the root stays")
    func unexported() async throws {
        let thing = try await Thing()
        await Self.unexport(thing.connection)
        for path in [Thing.path, "/org/test", "/org"] {
            #expect(throws: DBusError.self) { try introspect(thing, path) }
        }
        #expect(try introspect(thing, "/").contains("<node>"))
    }

    @BusActor
    private static func unexport(_ connection: BusConnection) { connection.objects.unexport(Thing.path) }

    @Test("Peer answers on every path")
    func peer() async throws {
        let thing = try await Thing()
        for path in ["/", "/org", Thing.path, "/nowhere"] {
            let name = thing.connection.uniqueName
            #expect(try thing.client.call(name, path, "org.freedesktop.DBus.Peer", "Ping").isEmpty)
        }
    }

    private static let golden = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.test.Thing1">
            <method name="Echo">
              <arg name="value" type="v" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="Add">
              <arg name="one" type="i" direction="in"/>
              <arg name="other" type="i" direction="in"/>
              <arg name="sum" type="i" direction="out"/>
              <annotation name="org.test.Note" value="&lt;&quot;&amp;&quot;&gt;"/>
            </method>
            <method name="Refuse"/>
            <method name="Quote">
              <arg name="text" type="s" direction="in"/>
            </method>
            <method name="Wrong">
              <arg name="path" type="o" direction="out"/>
            </method>
            <method name="Invalid">
              <arg name="path" type="o" direction="out"/>
            </method>
            <method name="Misnamed"/>
            <method name="Later">
              <arg name="text" type="s" direction="out"/>
            </method>
            <method name="Drop"/>
            <method name="Note">
              <arg name="text" type="s" direction="in"/>
            </method>
            <property name="Number" type="d" access="readwrite"/>
            <property name="Text" type="s" access="readwrite"/>
            <property name="Fixed" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <property name="Reads" type="x" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="List" type="as" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
            </property>
            <property name="Misdeclared" type="u" access="read"/>
            <property name="Unsendable" type="ao" access="read"/>
            <signal name="Changed">
              <arg name="how" type="s"/>
              <arg name="much" type="a{sv}"/>
            </signal>
          </interface>
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="props" type="a{sv}" direction="out"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>
        </node>

        """
}
