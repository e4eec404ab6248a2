// The loops of small.py in C, one for one; vectors of three are three variables.
#include <math.h>
#include <stdint.h>
#include <string.h>

#define EACH(i, from, to) for (int64_t i = (from); i < (to); ++i)
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define MIN(x, y) ((x) < (y) ? (x) : (y))

int64_t near_pairs(int64_t n, const double (*restrict p)[3], double limit) {
  int64_t count = 0;
  EACH(i, 0, n) EACH(j, 0, i) {
    const double x = p[j][0] - p[i][0], y = p[j][1] - p[i][1], z = p[j][2] - p[i][2];
    if (x * x + y * y + z * z < limit) ++count;
  }
  return count;
}

void accelerations(int64_t n, const double (*restrict p)[3], const double *restrict m, double (*restrict acc)[3]) {
  EACH(i, 0, n) EACH(j, 0, n) if (i != j) {
    const double x = p[j][0] - p[i][0], y = p[j][1] - p[i][1], z = p[j][2] - p[i][2];
    const double d = x * x + y * y + z * z + 1e-3;
    const double f = m[j] / (d * sqrt(d));
    acc[i][0] += x * f;
    acc[i][1] += y * f;
    acc[i][2] += z * f;
  }
}

void centres(int64_t n, const double (*restrict p)[3], const int64_t (*restrict links)[3], double (*restrict out)[3]) {
  EACH(k, 0, n) EACH(d, 0, 3) out[k][d] = (p[links[k][0]][d] + p[links[k][1]][d] + p[links[k][2]][d]) / 3.0;
}

void rotated(int64_t n, const double (*restrict q)[4], const double (*restrict v)[3], double (*restrict out)[3]) {
  EACH(i, 0, n) {
    const double w = q[i][0], x = q[i][1], y = q[i][2], z = q[i][3];
    const double a = v[i][0], b = v[i][1], c = v[i][2];
    const double r = 2 * (y * c - z * b), s = 2 * (z * a - x * c), t = 2 * (x * b - y * a);
    out[i][0] = a + w * r + (y * t - z * s);
    out[i][1] = b + w * s + (z * r - x * t);
    out[i][2] = c + w * t + (x * s - y * r);
  }
}

void small_products(int64_t n, const double (*restrict a)[3][3], const double (*restrict b)[3][3],
                    double (*restrict c)[3][3]) {
  EACH(m, 0, n) EACH(i, 0, 3) EACH(j, 0, 3) {
    double s = 0;
    EACH(k, 0, 3) s += a[m][i][k] * b[m][k][j];
    c[m][i][j] = s;
  }
}

static void order(double *x, double *y) {
  const double a = MIN(*x, *y), b = MAX(*x, *y);
  *x = a;
  *y = b;
}
void medians(int64_t n, const double (*restrict image)[n], double (*restrict out)[n]) {
  EACH(i, 1, n - 1) EACH(j, 1, n - 1) {
    double p[9];
    EACH(k, 0, 9) p[k] = image[i - 1 + k / 3][j - 1 + k % 3];
    static const int pairs[19][2] = {{1, 2}, {4, 5}, {7, 8}, {0, 1}, {3, 4}, {6, 7}, {1, 2}, {4, 5}, {7, 8}, {0, 3},
                                     {5, 8}, {4, 7}, {3, 6}, {1, 4}, {2, 5}, {4, 7}, {4, 2}, {6, 4}, {4, 2}};
#pragma GCC unroll 19
    for (int k = 0; k < 19; ++k) order(&p[pairs[k][0]], &p[pairs[k][1]]);
    out[i][j] = p[4];
  }
}

int64_t smith_waterman(int64_t n, const int64_t *restrict s, const int64_t *restrict t, int64_t (*restrict h)[n + 1]) {
  int64_t best = 0;
  EACH(i, 1, n + 1) EACH(j, 1, n + 1) {
    const int64_t score = s[i - 1] == t[j - 1] ? 3 : -3;
    int64_t x = MAX(0, h[i - 1][j - 1] + score);
    x = MAX(x, h[i - 1][j] - 2);
    x = MAX(x, h[i][j - 1] - 2);
    h[i][j] = x;
    best = MAX(best, x);
  }
  return best;
}

int64_t edit_distance(int64_t n, const int64_t *restrict s, const int64_t *restrict t, int64_t *restrict row) {
  EACH(j, 0, n + 1) row[j] = j;
  EACH(i, 1, n + 1) {
    int64_t diagonal = row[0];
    row[0] = i;
    EACH(j, 1, n + 1) {
      const int64_t above = row[j];
      int64_t x = MIN(row[j] + 1, row[j - 1] + 1);
      row[j] = MIN(x, diagonal + (s[i - 1] == t[j - 1] ? 0 : 1));
      diagonal = above;
    }
  }
  return row[n];
}

int64_t common_subsequence(int64_t n, const int64_t *restrict s, const int64_t *restrict t,
                           int64_t (*restrict table)[n + 1]) {
  EACH(i, 1, n + 1) EACH(j, 1, n + 1) {
    if (s[i - 1] == t[j - 1])
      table[i][j] = table[i - 1][j - 1] + 1;
    else
      table[i][j] = MAX(table[i - 1][j], table[i][j - 1]);
  }
  return table[n][n];
}

int64_t knapsack(int64_t n, int64_t capacity, const int64_t *restrict weights, const int64_t *restrict values,
                 int64_t *restrict best) {
  EACH(i, 0, n) {
    for (int64_t w = capacity; w > weights[i] - 1; --w) best[w] = MAX(best[w], best[w - weights[i]] + values[i]);
  }
  return best[capacity];
}

void bitonic_sort(int64_t n, double *restrict a) {
  for (int64_t k = 2; k <= n; k *= 2)
    for (int64_t j = k / 2; j > 0; j /= 2) EACH(i, 0, n) {
      const int64_t other = i ^ j;
      if (other > i && ((i & k) == 0) == (a[i] > a[other])) {
        const double t = a[i];
        a[i] = a[other];
        a[other] = t;
      }
    }
}

void sorted_fours(int64_t n, double (*restrict a)[4]) {
  EACH(i, 0, n) {
    double x = a[i][0], y = a[i][1], z = a[i][2], w = a[i][3];
    order(&x, &y);
    order(&z, &w);
    order(&x, &z);
    order(&y, &w);
    order(&y, &z);
    a[i][0] = x;
    a[i][1] = y;
    a[i][2] = z;
    a[i][3] = w;
  }
}

void insertion_sort(int64_t n, double *restrict a) {
  EACH(i, 1, n) {
    const double x = a[i];
    int64_t j = i - 1;
    while (j >= 0 && a[j] > x) {
      a[j + 1] = a[j];
      --j;
    }
    a[j + 1] = x;
  }
}

uint64_t bits_set(int64_t n, const uint64_t *restrict a) {
  uint64_t total = 0;
  EACH(i, 0, n) {
    uint64_t x = a[i];
    x = x - ((x >> 1) & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    total += (x * 0x0101010101010101u) >> 56;
  }
  return total;
}

void xorshift(int64_t n, uint64_t seed, uint64_t *restrict a) {
  uint64_t x = seed;
  EACH(i, 0, n) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    a[i] = x;
  }
}

int64_t checksum(int64_t n, const uint8_t *restrict data, const int64_t *restrict table) {
  int64_t crc = 0xFFFFFFFF;
  EACH(i, 0, n) crc = (crc >> 8) ^ table[(crc ^ data[i]) & 255];
  return crc ^ 0xFFFFFFFF;
}

int64_t sieve(int64_t n, uint8_t *restrict composite) {
  int64_t count = 0;
  EACH(i, 2, n) {
    if (composite[i]) continue;
    ++count;
    for (int64_t j = i * i; j < n; j += i) composite[j] = 1;
  }
  return count;
}

int64_t longest_collatz(int64_t n) {
  int64_t best = 0;
  EACH(i, 1, n) {
    int64_t x = i, steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      ++steps;
    }
    if (steps > best) best = steps;
  }
  return best;
}

void life(int64_t n, int64_t steps, int64_t (*restrict a)[n], int64_t (*restrict b)[n]) {
  EACH(t, 0, steps) {
    EACH(i, 1, n - 1) EACH(j, 1, n - 1) {
      const int64_t around = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j + 1] +
                             a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1];
      b[i][j] = around == 3 || (around == 2 && a[i][j] == 1);
    }
    int64_t(*other)[n] = a;
    a = b;
    b = other;
  }
}

void places(int64_t n, int64_t m, const double *restrict sorted_values, const double *restrict wanted,
            int64_t *restrict out) {
  EACH(i, 0, m) {
    int64_t low = 0, high = n;
    while (low < high) {
      const int64_t middle = (low + high) / 2;
      if (sorted_values[middle] < wanted[i])
        low = middle + 1;
      else
        high = middle;
    }
    out[i] = low;
  }
}
