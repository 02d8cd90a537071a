#include "daedalus/products/fmi/zip_writer.h"

#include <zlib.h>

#include <limits>
#include <utility>

#include "daedalus/base/check.h"

namespace daedalus::fmi {
namespace {

void Put16(std::string& to, std::uint32_t value) {
  to += static_cast<char>(value & 0xff);
  to += static_cast<char>(value >> 8 & 0xff);
}

void Put32(std::string& to, std::uint32_t value) {
  Put16(to, value & 0xffff);
  Put16(to, value >> 16);
}

// Raw deflate at level 1. The binary takes a tenth of a second; level 9 would save a tenth of its size.
std::string Deflated(std::string_view content) {
  z_stream stream = {};
  constexpr int kRaw = -15, kMemory = 8;
  DAEDALUS_CHECK(deflateInit2(&stream, 1, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY) == Z_OK,
                 "zlib begins");
  std::string out(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  DAEDALUS_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END, "the bound of zlib holds");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// The fields that the header of a file shares with its entry in the directory. The date is always 1980-01-01.
void PutFacts(std::string& to, std::uint32_t crc, std::size_t packed, std::size_t size, std::size_t name) {
  constexpr std::uint32_t kVersion = 20, kUtf8 = 0x800, kDeflate = 8, kDate = 0x21;
  Put16(to, kVersion);
  Put16(to, kUtf8);
  Put16(to, kDeflate);
  Put16(to, 0);
  Put16(to, kDate);
  Put32(to, crc);
  Put32(to, static_cast<std::uint32_t>(packed));
  Put32(to, static_cast<std::uint32_t>(size));
  Put16(to, static_cast<std::uint32_t>(name));
  Put16(to, 0);
}

}  // namespace

void ZipWriter::Add(std::string_view name, std::string_view content) {
  DAEDALUS_CHECK(content.size() < std::numeric_limits<std::uint32_t>::max(), "a file has less than 4 GiB");
  const auto crc = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
  const std::string packed = Deflated(content);
  const std::size_t at = bytes_.size();
  Put32(bytes_, 0x04034b50);
  PutFacts(bytes_, crc, packed.size(), content.size(), name.size());
  bytes_ += name;
  bytes_ += packed;

  constexpr std::uint32_t kUnix = 3 << 8 | 20, kMode = 0100644U << 16;
  Put32(directory_, 0x02014b50);
  Put16(directory_, kUnix);
  PutFacts(directory_, crc, packed.size(), content.size(), name.size());
  Put16(directory_, 0);  // the comment
  Put16(directory_, 0);  // the disk
  Put16(directory_, 0);
  Put32(directory_, kMode);
  Put32(directory_, static_cast<std::uint32_t>(at));
  directory_ += name;
  ++num_files_;
}

std::string ZipWriter::Finish() {
  const auto begin = static_cast<std::uint32_t>(bytes_.size());
  bytes_ += directory_;
  Put32(bytes_, 0x06054b50);
  Put32(bytes_, 0);
  Put16(bytes_, num_files_);
  Put16(bytes_, num_files_);
  Put32(bytes_, static_cast<std::uint32_t>(directory_.size()));
  Put32(bytes_, begin);
  Put16(bytes_, 0);
  return std::move(bytes_);
}

}  // namespace daedalus::fmi
