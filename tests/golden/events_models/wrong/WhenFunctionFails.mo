model WhenFunctionFails
  function f
    input Real u; output Integer n;
  algorithm
    n := 0;
    while n < u loop
      n := n + 1;
      assert(n < 3, "too many");
    end while;
  end f;
  Integer k(start = 0);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.5, 1) then
    k = f(x + 2);
  end when;
  annotation(experiment(StopTime = 3));
end WhenFunctionFails;
