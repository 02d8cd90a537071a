# A project outside of the tree that uses an installed Daedalus; copied as CMakeLists.txt by install_test.sh.
cmake_minimum_required(VERSION 3.25)
project(outside CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(Daedalus 0.9 REQUIRED COMPONENTS ${PRODUCT})
add_executable(use ${SOURCE})
target_link_libraries(use PRIVATE Daedalus::${PRODUCT})
