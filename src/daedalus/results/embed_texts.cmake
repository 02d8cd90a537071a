# cmake -DTEXTS="constant;file;..." -DOUTPUT=file.cc -P embed_texts.cmake
# Writes each file as a raw string literal: portable, and compiled in no time.
set(code "#include \"daedalus/results/embedded_pages.h\"\n\nnamespace daedalus::results {\n")
while(TEXTS)
  list(POP_FRONT TEXTS constant file)
  file(READ ${file} text)
  # The source map would be fetched from outside the page.
  string(REGEX REPLACE "(//|/\\*)# sourceMappingURL=[^\n]*\n?" "" text "${text}")
  string(FIND "${text}" ")~text~\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file} contains the delimiter of the raw string")
  endif()
  string(APPEND code "\nconst std::string_view ${constant} = R\"~text~(${text})~text~\";\n")
endwhile()
string(APPEND code "\n}  // namespace daedalus::results\n")
file(WRITE ${OUTPUT} "${code}")
