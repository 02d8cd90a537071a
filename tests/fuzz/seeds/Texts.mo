model Texts
  impure function print
    input String string = "";
    input String fileName = "";
    external "C" ModelicaInternal_print(string, fileName);
  end print;
  function length input String string; output Integer result; external "C" result = ModelicaStrings_length(string); end length;
  // "1;2;...;n" for n - 1 < u <= n
  function list
    input Real u;
    output String s = "1";
  protected
    Integer k = 1;
  algorithm
    while k < u loop
      k := k + 1;
      s := s + ";" + String(k);
    end while;
  end list;
  impure function tell
    input Real u;
    input String what;
  algorithm
    print(what + ": " + list(u) + (if u > 2.25 then "!" else "."));
  end tell;
  Real x(start = 0.5, fixed = true);
  String s;
  Integer n, order;
equation
  der(x) = 1;
  when sample(0, 1) then
    s = list(x);
    n = length(list(x));
    tell(x, "at " + String(time));
  end when;
  order = if s < "1;2" then 1 elseif s == "1;2" then 2 else 3;
  assert(x < 3.25, "too far: " + list(x) + " / " + s);
  annotation(experiment(StopTime = 4));
end Texts;
