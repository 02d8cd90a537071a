#include "daedalus/products/server/admission.h"

#include <gtest/gtest.h>

namespace daedalus::server {
namespace {

const Admission kAdmission{"secret", 8080};

Request Ours() {
  Request request;
  request.method = "GET";
  request.target = "/secret/api/session";
  request.host = "127.0.0.1:8080";
  return request;
}

bool Passes(const Request& request) {
  const auto target = ReadTarget(request.target);
  return target && !WhyRefused(request, *target, kAdmission);
}

TEST(Admission, OurPageMayAsk) {
  EXPECT_TRUE(Passes(Ours()));
  Request request = Ours();
  request.host = "localhost:8080";
  request.origin = "http://localhost:8080";
  request.fetch_site = "same-origin";
  EXPECT_TRUE(Passes(request));
}

TEST(Admission, TheTokenMustBeRight) {
  for (const char* target :
       {"/", "/api/session", "/secre/api/session", "/secret2/", "/SECRET/", "//secret/"}) {
    Request request = Ours();
    request.target = target;
    EXPECT_FALSE(Passes(request)) << target;
  }
}

TEST(Admission, WithoutATokenNobodyPasses) {
  Request request = Ours();
  request.target = "//";
  EXPECT_TRUE(WhyRefused(request, *ReadTarget(request.target), {"", 8080}));
}

// A foreign name may resolve to 127.0.0.1.
TEST(Admission, TheHostMustBeLoopback) {
  for (const char* host :
       {"evil.example:8080", "127.0.0.1:80", "127.0.0.1", "", "127.0.0.1:8080.evil.example"}) {
    Request request = Ours();
    request.host = host;
    EXPECT_FALSE(Passes(request)) << host;
  }
}

TEST(Admission, OtherSitesMayNotAsk) {
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:8081",
                             "http://127.0.0.1:8080.evil.example"}) {
    Request request = Ours();
    request.origin = origin;
    EXPECT_FALSE(Passes(request)) << origin;
  }
  Request request = Ours();
  request.fetch_site = "cross-site";
  EXPECT_FALSE(Passes(request));
  request.fetch_mode = "navigate";
  EXPECT_TRUE(Passes(request)) << "a link to the page may stand anywhere";
  request.method = "POST";
  EXPECT_FALSE(Passes(request));
}

TEST(NewToken, IsLongAndNew) {
  const std::string token = NewToken();
  EXPECT_EQ(token.size(), 64u);
  EXPECT_NE(token, NewToken());
}

TEST(ReadTarget, DecodesPathAndQuery) {
  const auto target = ReadTarget("/t/api/file?path=%2Fa%20b.mo&x=&y");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, (std::vector<std::string>{"t", "api", "file"}));
  EXPECT_EQ(target->Query("path"), "/a b.mo");
  EXPECT_EQ(target->Query("nothing"), "");
}

TEST(ReadTarget, AMalformedOneIsRefused) {
  for (const char* text : {"", "t/", "/%", "/%4", "/%zz", "/%00", "/t?path=%00", "/t?a=%g0", "*"})
    EXPECT_FALSE(ReadTarget(text)) << text;
}

}  // namespace
}  // namespace daedalus::server
