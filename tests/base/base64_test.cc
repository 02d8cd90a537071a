#include "daedalus/base/base64.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

TEST(Base64, HasTheVectorsOfRfc4648) {
  EXPECT_EQ(EncodeBase64(""), "");
  EXPECT_EQ(EncodeBase64("f"), "Zg==");
  EXPECT_EQ(EncodeBase64("fo"), "Zm8=");
  EXPECT_EQ(EncodeBase64("foo"), "Zm9v");
  EXPECT_EQ(EncodeBase64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(EncodeBase64("\xff\xfe\xfd"), "//79");
}

TEST(Base64, ReadsWhatItWrites) {
  for (const std::string_view bytes : {"", "f", "fo", "foo", "foobar", "\xff\xfe\xfd"})
    EXPECT_EQ(DecodeBase64(EncodeBase64(bytes)), bytes);
  EXPECT_EQ(DecodeBase64("Zm 9v\nYmFy"), "foobar");
  EXPECT_FALSE(DecodeBase64("Zm9v!"));
  EXPECT_FALSE(DecodeBase64("Zg==Zg"));
}

}  // namespace
}  // namespace daedalus
