#include "daedalus/base/stack_room.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace daedalus {
namespace {

std::size_t RoomBelow(int levels);
// A call through this pointer cannot become a loop without a stack.
std::size_t (*volatile room_below)(int levels) = RoomBelow;

// Each level takes at least a KiB.
std::size_t RoomBelow(int levels) {
  std::array<volatile char, 1024> used;
  for (volatile char& byte : used) byte = 1;
  const std::size_t room = levels == 0 ? StackRoom() : room_below(levels - 1);
  used[1] = used[0];
  return room;
}

TEST(StackRoom, ShrinksWithTheDepth) {
  const std::size_t room = StackRoom();
  EXPECT_GT(room, 100'000u);
  EXPECT_LE(RoomBelow(64) + 64 * 1024, room);
}

TEST(StackRoom, IsThatOfTheThread) {
  std::size_t room = 0;
  std::thread([&] { room = StackRoom(); }).join();
  EXPECT_GT(room, 100'000u);
  EXPECT_LT(room, std::size_t{1} << 32);
}

TEST(StackRoom, IsNotUsedUpWhenItSaysThatMuchIsLeft) {
  constexpr std::size_t kLeast = 300'000;
  int depth = 0;
  const auto descend = [&](auto&& self) -> void {
    std::array<volatile char, 1024> used = {};
    used[0] = 1;
    ++depth;
    if (StackRoom() > kLeast) self(self);
    used[1] = used[0];
  };
  std::thread([&] { descend(descend); }).join();
  EXPECT_GT(depth, 10);
}

}  // namespace
}  // namespace daedalus
