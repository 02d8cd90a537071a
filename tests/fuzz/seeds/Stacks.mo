model Stacks
  record Stack
    Real items[:];
    Integer depth = 0;
  end Stack;
  function push
    input Stack s;
    input Real item;
    output Stack t = s;
  algorithm
    t.items := cat(1, s.items, {item});
    t.depth := s.depth + 1;
  end push;
  function total
    input Real u;
    output Real y;
  protected
    Stack s;
    Integer n = integer(5.5 + 0.25*sin(u));
  algorithm
    while s.depth < n loop
      s := push(s, (s.depth + 1)*u);
    end while;
    y := sum(s.items);
  end total;
  Real x(start = 1, fixed = true);
equation
  der(x) = total(x)/15;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Stacks;
