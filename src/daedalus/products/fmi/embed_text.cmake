# cmake -DFILES=a.c;b.h -DNAMES=kA;kB -DOUTPUT=file.cc -P embed_text.cmake
# Writes files as raw string literals with these names (source_text.h).
set(out "#include \"daedalus/products/fmi/source_text.h\"\n\nnamespace daedalus::fmi {\n")
foreach(file name IN ZIP_LISTS FILES NAMES)
  file(READ ${file} text)
  string(FIND "${text}" ")~text~\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file} must not contain the delimiter of the raw string")
  endif()
  string(APPEND out "\nconst char* const ${name} = R\"~text~(${text})~text~\";\n")
endforeach()
file(WRITE ${OUTPUT} "${out}\n}  // namespace daedalus::fmi\n")
