within;
package Parts "Components to build models from: circuits, mechanics along a line, about an axis and in a plane, heat, liquids, signals"
  annotation(version = "0.1.0", Documentation(info = "<html><p>A small library that comes with Daedalus. A component has connectors; components are
joined by connect statements. Each package has its own kind of connector, and a component with two kinds of them joins the domains: a motor has
electrical pins and a shaft.</p></html>"));
end Parts;
