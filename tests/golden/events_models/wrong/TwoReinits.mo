// Two when-clauses set one state: which of them counts where both are active would not be defined.
model TwoReinits
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.3 then
    reinit(x, 0);
  end when;
  when time > 0.6 then
    reinit(x, 1);
  end when;
end TwoReinits;
