enum IntrospectionGolden {
    static let echo = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.mediad.Test1">
            <method name="Echo">
              <arg name="value" type="v" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="Lists">
              <arg name="items" type="aa{sv}" direction="in"/>
              <arg name="count" type="u" direction="out"/>
            </method>
            <method name="Hold">
              <arg name="answer" type="s" direction="out"/>
            </method>
            <method name="Forget">
              <arg name="answer" type="s" direction="out"/>
            </method>
            <method name="WrongType">
              <arg name="answer" type="s" direction="out"/>
            </method>
            <method name="BadPath">
              <arg name="answer" type="o" direction="out"/>
            </method>
            <method name="TooMuch">
              <arg name="answer" type="ay" direction="out"/>
            </method>
            <method name="Told">
              <annotation name="org.freedesktop.DBus.Method.NoReply" value="true"/>
            </method>
            <property name="Level" type="d" access="readwrite"/>
            <property name="Number" type="i" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="Told" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <signal name="Happened">
              <arg name="what" type="s"/>
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
