# Turns the console blocks of a page into a shell script. Each command prints a mark, its output and its status.
/^```/ { inside = ($0 == "```console"); next }
inside && /^\$ / {
  ++number
  printf "printf '@@command %d\\n'\n{ %s\n} 2>&1\nstatus=$?\nprintf '\\n@@status %%d\\n' $status\n(exit $status)\n", number, substr($0, 3)
}
