#include "daedalus/products/page/pack.h"

#include <zlib.h>

#include "daedalus/base/check.h"

namespace daedalus::page {

std::string Compressed(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  const int done = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                             reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 6);
  DAEDALUS_CHECK(done == Z_OK, "the bound of zlib holds");
  out.resize(size);
  return out;
}

}  // namespace daedalus::page
