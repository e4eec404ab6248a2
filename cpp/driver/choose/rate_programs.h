// The loops that the rates of a processor are measured with, as python/unpython/_source.py writes them.
#pragma once

namespace unpython::driver {

// def chains(a, rounds):
//     for i in prange(a.shape[0]):
//         w = a[i]
//         x = w + 1
//         y = w + 2
//         z = w + 3
//         for _ in range(rounds):
//             w = w * 0.5 + 0.25
//             x = x * 0.5 + 0.25
//             y = y * 0.5 + 0.25
//             z = z * 0.5 + 0.25
//         a[i] = w + x + y + z
inline constexpr const char* kChains = R"(unpython 1
(function chains "rates.py" 4 [] 4:0+10 [(a 4:11+1 -)(rounds 4:14+6 -)] [] [(prange library
    "unpython.prange") (range library "builtins.range")] [] [
 (for 5:4-15:28 (name 5:8+1 i) (call 5:13+18 (name 5:13+6 prange) [(sub 5:20+10 (attr 5:20+7
    (name 5:20+1 a) shape) (int 5:28+1 0))] []) [
  (assign 6:8+8 [(name 6:8+1 w)] (sub 6:12+4 (name 6:12+1 a) (name 6:14+1 i)))
  (assign 7:8+9 [(name 7:8+1 x)] (binary 7:12+5 + (name 7:12+1 w) (int 7:16+1 1)))
  (assign 8:8+9 [(name 8:8+1 y)] (binary 8:12+5 + (name 8:12+1 w) (int 8:16+1 2)))
  (assign 9:8+9 [(name 9:8+1 z)] (binary 9:12+5 + (name 9:12+1 w) (int 9:16+1 3)))
  (for 10:8-14:30 (name 10:12+1 _) (call 10:17+13 (name 10:17+5 range) [(name 10:23+6 rounds)] []) [
   (assign 11:12+18 [(name 11:12+1 w)] (binary 11:16+14 + (binary 11:16+7 * (name 11:16+1 w)
    (float 11:20+3 0.5)) (float 11:26+4 0.25)))
   (assign 12:12+18 [(name 12:12+1 x)] (binary 12:16+14 + (binary 12:16+7 * (name 12:16+1 x)
    (float 12:20+3 0.5)) (float 12:26+4 0.25)))
   (assign 13:12+18 [(name 13:12+1 y)] (binary 13:16+14 + (binary 13:16+7 * (name 13:16+1 y)
    (float 13:20+3 0.5)) (float 13:26+4 0.25)))
   (assign 14:12+18 [(name 14:12+1 z)] (binary 14:16+14 + (binary 14:16+7 * (name 14:16+1 z)
    (float 14:20+3 0.5)) (float 14:26+4 0.25)))] [])
  (assign 15:8+20 [(sub 15:8+4 (name 15:8+1 a) (name 15:10+1 i))] (binary 15:15+13 + (binary 15:15+9 +
    (binary 15:15+5 + (name 15:15+1 w) (name 15:19+1 x)) (name 15:23+1 y)) (name 15:27+1 z)))] [])])
hidden []
)";

// def update(a, b):
//     for i in prange(a.shape[0]):
//         b[i] = a[i] + b[i]
inline constexpr const char* kUpdate = R"(unpython 1
(function update "rates.py" 37 [] 37:0+10 [(a 37:11+1 -)(b 37:14+1 -)] [] [(prange library "unpython.prange")] [] [
 (for 38:4-39:26 (name 38:8+1 i) (call 38:13+18 (name 38:13+6 prange) [(sub 38:20+10 (attr 38:20+7
    (name 38:20+1 a) shape) (int 38:28+1 0))] []) [
  (assign 39:8+18 [(sub 39:8+4 (name 39:8+1 b) (name 39:10+1 i))] (binary 39:15+11 + (sub 39:15+4 (name 39:15+1 a)
    (name 39:17+1 i)) (sub 39:22+4 (name 39:22+1 b) (name 39:24+1 i))))] [])])
hidden []
)";

// def divisions(a, rounds):
//     for i in prange(a.shape[0]):
//         x = a[i]
//         y = x + 1.0
//         for _ in range(rounds):
//             x = 1.0 / (x + 1.0)
//             y = 2.0 / (y + 1.0)
//         a[i] = x + y
inline constexpr const char* kDivisions = R"(unpython 1
(function divisions "rates.py" 16 [] 16:0+13 [(a 16:14+1 -)(rounds 16:17+6 -)] [] [(prange library
    "unpython.prange") (range library "builtins.range")] [] [
 (for 17:4-23:20 (name 17:8+1 i) (call 17:13+18 (name 17:13+6 prange) [(sub 17:20+10 (attr 17:20+7
    (name 17:20+1 a) shape) (int 17:28+1 0))] []) [
  (assign 18:8+8 [(name 18:8+1 x)] (sub 18:12+4 (name 18:12+1 a) (name 18:14+1 i)))
  (assign 19:8+11 [(name 19:8+1 y)] (binary 19:12+7 + (name 19:12+1 x) (float 19:16+3 1.0)))
  (for 20:8-22:31 (name 20:12+1 _) (call 20:17+13 (name 20:17+5 range) [(name 20:23+6 rounds)] []) [
   (assign 21:12+19 [(name 21:12+1 x)] (binary 21:16+15 / (float 21:16+3 1.0) (binary 21:23+7 +
    (name 21:23+1 x) (float 21:27+3 1.0))))
   (assign 22:12+19 [(name 22:12+1 y)] (binary 22:16+15 / (float 22:16+3 2.0) (binary 22:23+7 +
    (name 22:23+1 y) (float 22:27+3 1.0))))] [])
  (assign 23:8+12 [(sub 23:8+4 (name 23:8+1 a) (name 23:10+1 i))] (binary 23:15+5 + (name 23:15+1 x)
    (name 23:19+1 y)))] [])])
hidden []
)";

// def functions(a, rounds):
//     for i in prange(a.shape[0]):
//         x = a[i]
//         y = x + 1.0
//         z = x + 2.0
//         for _ in range(rounds):
//             x = np.exp(-x)
//             y = np.exp(-y)
//             z = np.exp(-z)
//         a[i] = x + y + z
inline constexpr const char* kFunctions = R"(unpython 1
(function functions "rates.py" 24 [] 24:0+13 [(a 24:14+1 -)(rounds 24:17+6 -)] [] [(prange library
    "unpython.prange") (range library "builtins.range") (np.exp library "numpy.exp")] [] [
 (for 25:4-29:16 (name 25:8+1 i) (call 25:13+18 (name 25:13+6 prange) [(sub 25:20+10 (attr 25:20+7
    (name 25:20+1 a) shape) (int 25:28+1 0))] []) [
  (assign 26:8+8 [(name 26:8+1 x)] (sub 26:12+4 (name 26:12+1 a) (name 26:14+1 i)))
  (assign 26:8+11 [(name 26:8+1 y)] (binary 26:12+7 + (name 26:12+1 x) (float 26:16+3 1.0)))
  (assign 26:8+11 [(name 26:8+1 z)] (binary 26:12+7 + (name 26:12+1 x) (float 26:16+3 2.0)))
  (for 27:8-28:26 (name 27:12+1 _) (call 27:17+13 (name 27:17+5 range) [(name 27:23+6 rounds)] []) [
   (assign 28:12+14 [(name 28:12+1 x)] (call 28:16+10 (attr 28:16+6
    (name 28:16+2 np) exp) [(unary 28:23+2 - (name 28:24+1 x))] []))
   (assign 28:12+14 [(name 28:12+1 y)] (call 28:16+10 (attr 28:16+6
    (name 28:16+2 np) exp) [(unary 28:23+2 - (name 28:24+1 y))] []))
   (assign 28:12+14 [(name 28:12+1 z)] (call 28:16+10 (attr 28:16+6
    (name 28:16+2 np) exp) [(unary 28:23+2 - (name 28:24+1 z))] []))] [])
  (assign 29:8+12 [(sub 29:8+4 (name 29:8+1 a) (name 29:10+1 i))] (binary 29:15+9 + (binary 29:15+5 + (name 29:15+1 x)
    (name 29:19+1 y)) (name 29:23+1 z)))] [])])
hidden []
)";

// def product(a, b, c):
//     for i in prange(a.shape[0]):
//         for j in prange(b.shape[1]):
//             s = 0.0
//             for k in range(a.shape[1]):
//                 s += a[i, k] * b[k, j]
//             c[i, j] = s
inline constexpr const char* kProduct = R"(unpython 1
(function product "rates.py" 30 [] 30:0+11 [(a 30:12+1 -)(b 30:15+1 -)(c 30:18+1 -)] [] [(prange library
    "unpython.prange") (range library "builtins.range")] [] [
 (for 31:4-36:23 (name 31:8+1 i) (call 31:13+18 (name 31:13+6 prange) [(sub 31:20+10 (attr 31:20+7
    (name 31:20+1 a) shape) (int 31:28+1 0))] []) [
  (for 32:8-36:23 (name 32:12+1 j) (call 32:17+18 (name 32:17+6 prange) [(sub 32:24+10 (attr 32:24+7
    (name 32:24+1 b) shape) (int 32:32+1 1))] []) [
   (assign 33:12+7 [(name 33:12+1 s)] (float 33:16+3 0.0))
   (for 34:12-35:38 (name 34:16+1 k) (call 34:21+17 (name 34:21+5 range) [(sub 34:27+10 (attr 34:27+7
    (name 34:27+1 a) shape) (int 34:35+1 1))] []) [
    (aug 35:16+22 (name 35:16+1 s) + (binary 35:21+17 * (sub 35:21+7 (name 35:21+1 a)
    (tuple 35:23+4 [(name 35:23+1 i)(name 35:26+1 k)])) (sub 35:31+7 (name 35:31+1 b)
    (tuple 35:33+4 [(name 35:33+1 k)(name 35:36+1 j)]))))] [])
   (assign 36:12+11 [(sub 36:12+7 (name 36:12+1 c) (tuple 36:14+4 [(name 36:14+1 i)(name 36:17+1 j)]))]
    (name 36:22+1 s))] [])] [])])
hidden []
)";

}  // namespace unpython::driver
