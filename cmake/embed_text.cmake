# cmake -DINPUT=… -DOUTPUT=… -DFUNCTION=NAMESPACE::NAME -DHEADER=… -P embed_text.cmake
# Writes a source file whose function returns the text of a file.

file(READ ${INPUT} text)
string(REGEX MATCH "^(.*)::([^:]*)$" _ ${FUNCTION})
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace ${CMAKE_MATCH_1} {

std::string_view ${CMAKE_MATCH_2}() {
  return R\"manual(${text})manual\";
}

}  // namespace ${CMAKE_MATCH_1}
")
