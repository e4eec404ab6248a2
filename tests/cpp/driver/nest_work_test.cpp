// The numbers of a call that its estimates are made from, against those counted by hand.
#include "driver/choose/nest_work.h"

#include <catch2/catch.hpp>

#include "driver/choose/rate_programs.h"
#include "driver/compile/compile.h"
#include "driver/plan/plan_key.h"
#include "ir/scalar_slot.h"

using namespace unpython;
using namespace unpython::driver;
using cost::CpuCode;

namespace {

// def sweeps(a, b, steps):
//     for _ in range(steps):
//         for i in prange(1, a.shape[0] - 1):
//             for j in prange(a.shape[1]):
//                 b[i, j] = 0.5 * (a[i - 1, j] + a[i + 1, j])
constexpr const char* kSweeps = R"(unpython 1
(function sweeps "m.py" 4 [] 4:0+10 [(a 4:11+1 -)(b 4:14+1 -)(steps 4:17+5 -)] [] [(range library
    "builtins.range") (prange library "unpython.prange")] [] [
 (for 5:4-8:59 (name 5:8+1 _) (call 5:13+12 (name 5:13+5 range) [(name 5:19+5 steps)] []) [
  (for 6:8-8:59 (name 6:12+1 i) (call 6:17+25 (name 6:17+6 prange) [(int 6:24+1 1)(binary 6:27+14 -
    (sub 6:27+10 (attr 6:27+7 (name 6:27+1 a) shape) (int 6:35+1 0)) (int 6:40+1 1))] []) [
   (for 7:12-8:59 (name 7:16+1 j) (call 7:21+18 (name 7:21+6 prange) [(sub 7:28+10 (attr 7:28+7
    (name 7:28+1 a) shape) (int 7:36+1 1))] []) [
    (assign 8:16+43 [(sub 8:16+7 (name 8:16+1 b) (tuple 8:18+4 [(name 8:18+1 i)(name 8:21+1 j)]))]
    (binary 8:26+33 * (float 8:26+3 0.5) (binary 8:33+25 + (sub 8:33+11 (name 8:33+1 a)
    (tuple 8:35+8 [(binary 8:35+5 - (name 8:35+1 i) (int 8:39+1 1))(name 8:42+1 j)])) (sub 8:47+11
    (name 8:47+1 a) (tuple 8:49+8 [(binary 8:49+5 + (name 8:49+1 i)
    (int 8:53+1 1))(name 8:56+1 j)])))))] [])] [])] [])])
hidden []
)";

// def escape(a, most):
//     for i in prange(a.shape[0]):
//         z = a[i]
//         n = 0
//         while n < most and z < 4.0:
//             z = z * z + 0.25
//             n += 1
//         a[i] = z
constexpr const char* kEscape = R"(unpython 1
(function escape "m.py" 10 [] 10:0+10 [(a 10:11+1 -)(most 10:14+4 -)] [] [(prange library
    "unpython.prange")] [] [
 (for 11:4-17:16 (name 11:8+1 i) (call 11:13+18 (name 11:13+6 prange) [(sub 11:20+10 (attr 11:20+7
    (name 11:20+1 a) shape) (int 11:28+1 0))] []) [
  (assign 12:8+8 [(name 12:8+1 z)] (sub 12:12+4 (name 12:12+1 a) (name 12:14+1 i)))
  (assign 13:8+5 [(name 13:8+1 n)] (int 13:12+1 0))
  (while 14:8-16:18 (and 14:14+20 [(compare 14:14+8
    (name 14:14+1 n) [<] [(name 14:18+4 most)])(compare 14:27+7
    (name 14:27+1 z) [<] [(float 14:31+3 4.0)])]) [
   (assign 15:12+16 [(name 15:12+1 z)] (binary 15:16+12 + (binary 15:16+5 * (name 15:16+1 z)
    (name 15:20+1 z)) (float 15:24+4 0.25)))
   (aug 16:12+6 (name 16:12+1 n) + (int 16:17+1 1))] [])
  (assign 17:8+8 [(sub 17:8+4 (name 17:8+1 a) (name 17:10+1 i))] (name 17:15+1 z))] [])])
hidden []
)";

// def halved(a, steps):
//     while steps >= 1:
//         for i in prange(a.shape[0]):
//             a[i] = a[i] + 1.0
//         steps //= 2
constexpr const char* kHalved = R"(unpython 1
(function halved "m.py" 1 [] 1:0+10 [(a 1:11+1 -)(steps 1:14+5 -)] [] [(prange library "unpython.prange")] [] [
 (while 2:4-5:19 (compare 2:10+10 (name 2:10+5 steps) [>=] [(int 2:19+1 1)]) [
  (for 3:8-4:29 (name 3:12+1 i) (call 3:17+18 (name 3:17+6 prange) [(sub 3:24+10 (attr 3:24+7
    (name 3:24+1 a) shape) (int 3:32+1 0))] []) [
   (assign 4:12+17 [(sub 4:12+4 (name 4:12+1 a) (name 4:14+1 i))] (binary 4:19+10 + (sub 4:19+4 (name 4:19+1 a)
    (name 4:21+1 i)) (float 4:26+3 1.0)))] [])
  (aug 5:8+11 (name 5:8+5 steps) // (int 5:17+1 2))] [])])
hidden []
)";

// def taken(a, b):
//     for i in prange(a.shape[0]):
//         a[i] = b[int(b[i])]
constexpr const char* kTaken = R"(unpython 1
(function taken "m.py" 4 [] 4:0+9 [(a 4:10+1 -)(b 4:13+1 -)] [] [(prange library "unpython.prange")
    (int library "builtins.int")] [] [
 (for 5:4-6:27 (name 5:8+1 i) (call 5:13+18 (name 5:13+6 prange) [(sub 5:20+10 (attr 5:20+7
    (name 5:20+1 a) shape) (int 5:28+1 0))] []) [
  (assign 6:8+19 [(sub 6:8+4 (name 6:8+1 a) (name 6:10+1 i))] (sub 6:15+12 (name 6:15+1 b)
    (call 6:17+9 (name 6:17+3 int) [(sub 6:21+4 (name 6:21+1 b) (name 6:23+1 i))] [])))] [])])
hidden []
)";

constexpr int64_t kItem = sizeof(double);

/// A call with float64 arrays of these shapes, then integers. Nothing is read from the arrays.
struct Judged {
  Compiler compiler{Settings{}};
  std::shared_ptr<const Specialization> specialization;
  std::vector<abi::ArrayArgument> arrays;
  std::vector<abi::ScalarSlot> scalars;
  std::vector<ByteRange> ranges;
  CallJudgement judgement;

  Judged(const char* text, const std::vector<std::vector<int64_t>>& shapes,
         const std::vector<int64_t>& integers) {
    frontend::Signature signature;
    signature.disjoint_arguments = true;
    for (const std::vector<int64_t>& shape : shapes) add(shape, signature);
    for (const int64_t integer : integers) {
      scalars.push_back(ir::to_slot({ScalarType::Int64, integer, 0.0}));
      signature.arguments.emplace_back().type = ScalarType::Int64;
      signature.arguments.back().weak = true;
    }
    const auto program = std::make_shared<const frontend::syntax::Program>(read_program(text));
    specialization = compiler.specialize(program, signature, Options{});
    judgement = CallJudge(*specialization).judge(key_layout(specialization->simplified), call());
  }
  [[nodiscard]] CallArguments call() const {
    return {.arrays = arrays, .scalars = scalars, .ranges = ranges};
  }
  [[nodiscard]] CallWork work(std::span<const runtime::Resident> residents = {},
                              cost::CpuShape shape = {}) const {
    return work_of(*specialization, judgement, shape, call(), residents);
  }

 private:
  void add(const std::vector<int64_t>& shape, frontend::Signature& signature) {
    abi::ArrayArgument argument{};
    argument.data = reinterpret_cast<void*>((arrays.size() + 1) << 40);  // apart, and never read
    int64_t stride = kItem;
    for (size_t d = shape.size(); d-- > 0;) {
      argument.extents[d] = shape[d];
      argument.stride_bytes[d] = stride;
      stride *= shape[d];
    }
    arrays.push_back(argument);
    ranges.push_back(byte_range(argument.data, argument.extents, argument.stride_bytes,
                                static_cast<int>(shape.size()), kItem));
    frontend::ArgumentType& type = signature.arguments.emplace_back();
    type.is_array = true;
    type.strides.assign(shape.size(), ir::StrideClass::Other);
    type.strides.back() = ir::StrideClass::Unit;
  }
};

}  // namespace

TEST_CASE("call_work: a product of matrices") {
  const Judged judged(kProduct, {{300, 200}, {200, 100}, {300, 100}}, {});
  const CallWork work = judged.work();
  REQUIRE(work.parts.size() == 1);
  const PartWork& part = work.parts[0];
  CHECK(part.launches == 1);
  CHECK(part.iterations == 300 * 100);
  CHECK(part.operations.wide.simple == 300 * 100 * 200);  // a product and its sum are one
  CHECK(part.operations.narrow.simple == 0);
  CHECK(part.steps == 200);
  CHECK_FALSE(part.in_place);
  CHECK(part.loads == 300 * 100 * (2 * 200 + 1));  // neighbours in j: a is shared, b and c are followed
  CHECK(part.scattered_loads == 0);
  CHECK(part.footprint_bytes == kItem * (300 * 200 + 200 * 100 + 300 * 100));
  CHECK(work.bytes_in == kItem * (300 * 200 + 200 * 100));  // all of c is stored
  CHECK(work.bytes_out == kItem * 300 * 100);
}

TEST_CASE("call_work: rows that neighbours walk") {
  // As the product, with b[j, k] and as many j as b has rows.
  std::string text = kProduct;
  const auto swap = [&](const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  swap("[(name 35:33+1 k)(name 35:36+1 j)]", "[(name 35:33+1 j)(name 35:36+1 k)]");
  swap("(name 32:24+1 b) shape) (int 32:32+1 1)", "(name 32:24+1 b) shape) (int 32:32+1 0)");
  const auto rows = [&](int64_t n) {
    return Judged(text.c_str(), {{300, n}, {100, n}, {300, 100}}, {}).work().parts.at(0);
  };
  CHECK(rows(200).scattered_loads == 300 * 100 * 200);
  CHECK(rows(200).row_loads == rows(200).scattered_loads);
  CHECK(rows(3).scattered_loads == 300 * 100 * 3);
  CHECK(rows(3).row_loads == 0);  // too short to be staged
}

TEST_CASE("call_work: what a time loop repeats moves once, and a border that is not stored does not move") {
  const Judged judged(kSweeps, {{102, 50}, {102, 50}}, {7});
  const CallWork work = judged.work();
  REQUIRE(work.parts.size() == 1);
  CHECK(work.parts[0].launches == 7);
  CHECK(work.parts[0].iterations == 100 * 50);
  CHECK(work.parts[0].operations.wide.simple == 7 * 100 * 50 * 2);
  CHECK(work.parts[0].footprint_bytes == kItem * (102 * 50 + 100 * 50));
  // b is fetched and written back. The six sweeps after the first find all where the one before left it.
  CHECK(work.parts[0].first_bytes == Approx(kItem * (102 * 50 + 2 * 100 * 50)));
  REQUIRE(work.parts[0].rereads.size() == 1);
  CHECK(work.parts[0].rereads[0].bytes == Approx(6 * work.parts[0].first_bytes));
  CHECK(work.parts[0].rereads[0].reach == kItem * (102 * 50 + 100 * 50));
  CHECK(work.bytes_in == kItem * 102 * 50);
  CHECK(work.bytes_out == kItem * 100 * 50);
}

TEST_CASE("call_work: a triangle leaves as half of its rectangle, and what lies between small pieces crosses with them") {
  // As the sweeps, with j below i.
  std::string text = kSweeps;
  const std::string all = "(sub 7:28+10 (attr 7:28+7\n    (name 7:28+1 a) shape) (int 7:36+1 1))";
  REQUIRE(text.find(all) != std::string::npos);
  text.replace(text.find(all), all.size(), "(name 7:28+1 i)");
  const CallWork work = Judged(text.c_str(), {{102, 102}, {102, 102}}, {7}).work();
  CHECK(work.bytes_out == kItem * 100 * 101 / 2);
  CHECK(work.bytes_in == kItem * 102 * 100);  // the rows of two triangles are no trapezoid
}

TEST_CASE("call_work: a while loop runs half of what its condition allows") {
  const Judged few(kEscape, {{1000}}, {40});
  const Judged many(kEscape, {{1000}}, {400});
  CHECK(few.work().parts[0].operations.wide.simple == Approx(20 * 1000 * 2).epsilon(0.3));
  CHECK(many.work().parts[0].operations.wide.simple == Approx(200 * 1000 * 2).epsilon(0.3));
}

TEST_CASE("call_work: nests in a while loop of the function run more than once") {
  const CallWork work = Judged(kHalved, {{1000}}, {64}).work();
  REQUIRE(work.parts.size() == 1);
  CHECK(work.parts[0].launches == 10);
  CHECK(work.parts[0].operations.wide.simple == 10 * 1000);
}

TEST_CASE("call_work: an array on the device moves only where the processor is to use it") {
  const Judged judged(kProduct, {{300, 200}, {200, 100}, {300, 100}}, {});
  std::vector<runtime::Resident> residents(2);
  residents[0].begin = static_cast<std::byte*>(judged.arrays[0].data);
  residents[0].bytes = kItem * 300 * 200;
  residents[1].begin = static_cast<std::byte*>(judged.arrays[2].data);
  residents[1].bytes = kItem * 400 * 100;  // the argument is a part of it
  const CallWork work = judged.work(residents);
  CHECK(work.bytes_in == kItem * 200 * 100);
  CHECK(work.bytes_out == 0);
  CHECK(work.resident_bytes_out == kItem * (300 * 200 + 300 * 100));
  CHECK(work.resident_bytes_in == kItem * 300 * 100);
}

TEST_CASE("call_work: the processor's code is that of the nest's lines") {
  const Judged judged(kProduct, {{8, 8}, {8, 8}, {8, 8}}, {});
  const auto& loops = judged.judgement.collected.nests[0].loops;
  const SourceRange nest = loops[0].where;
  const auto code = [&](const cost::CpuShape& shape) { return judged.work({}, shape).parts[0].cpu.code; };
  CHECK(code({}) == CpuCode::Scalar);
  CHECK(code({{{.range = nest, .is_tiled = true}}}) == CpuCode::Tiled);
  CHECK(code({{{.range = nest, .vector_loops = {loops[1].where}}}}) == CpuCode::Vector);
}

TEST_CASE("call_work: how the processor runs a product as vectors over columns, and over rows") {
  const Judged judged(kProduct, {{300, 200}, {200, 100}, {300, 100}}, {});
  const auto& loops = judged.judgement.collected.nests[0].loops;
  const auto over = [&](size_t loop) {
    return judged.work({}, {{{.range = loops[0].where, .vector_loops = {loops[loop].where}}}}).parts[0].cpu;
  };
  const CpuWork columns = over(1);
  CHECK(columns.together == 100);
  CHECK(columns.dealt == 300);
  CHECK(columns.starts == 300);               // of the loop over columns
  CHECK(columns.vector_starts == 300 * 100);  // of the sums
  CHECK(columns.apart == 0);                  // b and c are followed, a is shared
  CHECK(columns.chain == Approx(300 * 100 * 200 * 4.0));
  const CpuWork rows = over(0);
  CHECK(rows.together == 300);
  CHECK(rows.rows == 300 * 100 * 200);  // of a
  CHECK(rows.apart == 300 * 100);       // the stores to c
}

TEST_CASE("call_work: where data say what is loaded, each lane loads for itself") {
  const Judged judged(kTaken, {{1000}, {1000}}, {});
  const auto& loops = judged.judgement.collected.nests[0].loops;
  const CpuWork work =
      judged.work({}, {{{.range = loops[0].where, .vector_loops = {loops[0].where}}}}).parts[0].cpu;
  CHECK(work.apart == 1000);
}
