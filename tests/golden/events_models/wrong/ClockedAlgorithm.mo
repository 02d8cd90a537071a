model ClockedAlgorithm
  Integer n(start = 0);
algorithm
  when Clock(1, 10) then
    n := previous(n) + 1;
  end when;
end ClockedAlgorithm;
