# The lines of an example as a page may quote them: without spaces at their ends.
{ sub(/[ \t]+$/, ""); print }
END { print "@@end of file" }
