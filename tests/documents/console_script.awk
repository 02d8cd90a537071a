# Turns the console blocks of a page into a shell script. Each command prints a mark, its output and its status.
# A command sees the status of the one before it: `echo $?` works.
BEGIN { print "status=0" }
/^```/ { inside = ($0 == "```console"); next }
inside && /^\$ / {
  printf "printf '@@command %d\\n'\n(exit $status)\n{ %s\n} 2>&1\n", ++number, substr($0, 3)
  print "status=$?\nprintf '\\n@@status %d\\n' $status"
}
