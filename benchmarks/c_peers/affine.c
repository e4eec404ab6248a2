// The loops of affine.py in C, one for one.
#include <math.h>
#include <stdint.h>

#define EACH(i, from, to) for (int64_t i = (from); i < (to); ++i)
#define MATRIX(name) double (*restrict name)[n]
#define VECTOR(name) double *restrict name

void gemm(int64_t n, double alpha, double beta, MATRIX(a), MATRIX(b), MATRIX(c)) {
  EACH(i, 0, n) {
    EACH(j, 0, n) c[i][j] *= beta;
    EACH(k, 0, n) EACH(j, 0, n) c[i][j] += alpha * a[i][k] * b[k][j];
  }
}

void gemver(int64_t n, double alpha, double beta, MATRIX(a), VECTOR(u1), VECTOR(v1), VECTOR(u2), VECTOR(v2), VECTOR(x),
            VECTOR(y), VECTOR(z), VECTOR(w)) {
  EACH(i, 0, n) EACH(j, 0, n) a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  EACH(i, 0, n) EACH(j, 0, n) x[i] = x[i] + beta * a[j][i] * y[j];
  EACH(i, 0, n) x[i] = x[i] + z[i];
  EACH(i, 0, n) EACH(j, 0, n) w[i] = w[i] + alpha * a[i][j] * x[j];
}

void gesummv(int64_t n, double alpha, double beta, MATRIX(a), MATRIX(b), VECTOR(x), VECTOR(y)) {
  EACH(i, 0, n) {
    double t = 0, s = 0;
    EACH(j, 0, n) {
      t += a[i][j] * x[j];
      s += b[i][j] * x[j];
    }
    y[i] = alpha * t + beta * s;
  }
}

void symm(int64_t n, double alpha, double beta, MATRIX(a), MATRIX(b), MATRIX(c)) {
  EACH(i, 0, n) EACH(j, 0, n) {
    double t = 0;
    EACH(k, 0, i) {
      c[k][j] += alpha * b[i][j] * a[i][k];
      t += b[k][j] * a[i][k];
    }
    c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * t;
  }
}

void syrk(int64_t n, double alpha, double beta, MATRIX(a), MATRIX(c)) {
  EACH(i, 0, n) {
    EACH(j, 0, i + 1) c[i][j] *= beta;
    EACH(k, 0, n) EACH(j, 0, i + 1) c[i][j] += alpha * a[i][k] * a[j][k];
  }
}

void syr2k(int64_t n, double alpha, double beta, MATRIX(a), MATRIX(b), MATRIX(c)) {
  EACH(i, 0, n) {
    EACH(j, 0, i + 1) c[i][j] *= beta;
    EACH(k, 0, n) EACH(j, 0, i + 1) c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
  }
}

void trmm(int64_t n, double alpha, MATRIX(a), MATRIX(b)) {
  EACH(i, 0, n) EACH(j, 0, n) {
    EACH(k, i + 1, n) b[i][j] += a[k][i] * b[k][j];
    b[i][j] = alpha * b[i][j];
  }
}

void two_products(int64_t n, double alpha, double beta, MATRIX(a), MATRIX(b), MATRIX(c), MATRIX(d), MATRIX(t)) {
  EACH(i, 0, n) EACH(j, 0, n) {
    t[i][j] = 0;
    EACH(k, 0, n) t[i][j] += alpha * a[i][k] * b[k][j];
  }
  EACH(i, 0, n) EACH(j, 0, n) {
    d[i][j] *= beta;
    EACH(k, 0, n) d[i][j] += t[i][k] * c[k][j];
  }
}

void three_products(int64_t n, MATRIX(a), MATRIX(b), MATRIX(c), MATRIX(d), MATRIX(e), MATRIX(f), MATRIX(g)) {
  EACH(i, 0, n) EACH(j, 0, n) {
    e[i][j] = 0;
    EACH(k, 0, n) e[i][j] += a[i][k] * b[k][j];
  }
  EACH(i, 0, n) EACH(j, 0, n) {
    f[i][j] = 0;
    EACH(k, 0, n) f[i][j] += c[i][k] * d[k][j];
  }
  EACH(i, 0, n) EACH(j, 0, n) {
    g[i][j] = 0;
    EACH(k, 0, n) g[i][j] += e[i][k] * f[k][j];
  }
}

void atax(int64_t n, MATRIX(a), VECTOR(x), VECTOR(y), VECTOR(t)) {
  EACH(i, 0, n) y[i] = 0;
  EACH(i, 0, n) {
    t[i] = 0;
    EACH(j, 0, n) t[i] = t[i] + a[i][j] * x[j];
    EACH(j, 0, n) y[j] = y[j] + a[i][j] * t[i];
  }
}

void bicg(int64_t n, MATRIX(a), VECTOR(s), VECTOR(q), VECTOR(p), VECTOR(r)) {
  EACH(i, 0, n) s[i] = 0;
  EACH(i, 0, n) {
    q[i] = 0;
    EACH(j, 0, n) {
      s[j] = s[j] + r[i] * a[i][j];
      q[i] = q[i] + a[i][j] * p[j];
    }
  }
}

void doitgen(int64_t n, double (*restrict a)[n][n], MATRIX(c), VECTOR(s)) {
  EACH(r, 0, n) EACH(q, 0, n) {
    EACH(p, 0, n) {
      s[p] = 0;
      EACH(k, 0, n) s[p] += a[r][q][k] * c[k][p];
    }
    EACH(p, 0, n) a[r][q][p] = s[p];
  }
}

void mvt(int64_t n, VECTOR(x), VECTOR(y), VECTOR(p), VECTOR(q), MATRIX(a)) {
  EACH(i, 0, n) EACH(j, 0, n) x[i] = x[i] + a[i][j] * p[j];
  EACH(i, 0, n) EACH(j, 0, n) y[i] = y[i] + a[j][i] * q[j];
}

void cholesky(int64_t n, MATRIX(a)) {
  EACH(i, 0, n) {
    EACH(j, 0, i) {
      EACH(k, 0, j) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    EACH(k, 0, i) a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrt(a[i][i]);
  }
}

void durbin(int64_t n, VECTOR(r), VECTOR(y), VECTOR(z)) {
  y[0] = -r[0];
  double beta = 1, alpha = -r[0];
  EACH(k, 1, n) {
    beta = (1 - alpha * alpha) * beta;
    double s = 0;
    EACH(i, 0, k) s += r[k - i - 1] * y[i];
    alpha = -(r[k] + s) / beta;
    EACH(i, 0, k) z[i] = y[i] + alpha * y[k - i - 1];
    EACH(i, 0, k) y[i] = z[i];
    y[k] = alpha;
  }
}

void gram_schmidt(int64_t n, MATRIX(a), MATRIX(q), MATRIX(r)) {
  EACH(k, 0, n) {
    double s = 0;
    EACH(i, 0, n) s += a[i][k] * a[i][k];
    r[k][k] = sqrt(s);
    EACH(i, 0, n) q[i][k] = a[i][k] / r[k][k];
    EACH(j, k + 1, n) {
      r[k][j] = 0;
      EACH(i, 0, n) r[k][j] += q[i][k] * a[i][j];
      EACH(i, 0, n) a[i][j] = a[i][j] - q[i][k] * r[k][j];
    }
  }
}

void lu(int64_t n, MATRIX(a)) {
  EACH(i, 0, n) {
    EACH(j, 0, i) {
      EACH(k, 0, j) a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    EACH(j, i, n) EACH(k, 0, i) a[i][j] -= a[i][k] * a[k][j];
  }
}

void lu_solve(int64_t n, MATRIX(a), VECTOR(b), VECTOR(x), VECTOR(y)) {
  EACH(i, 0, n) {
    EACH(j, 0, i) {
      double w = a[i][j];
      EACH(k, 0, j) w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    EACH(j, i, n) {
      double w = a[i][j];
      EACH(k, 0, i) w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
  EACH(i, 0, n) {
    double w = b[i];
    EACH(j, 0, i) w -= a[i][j] * y[j];
    y[i] = w;
  }
  for (int64_t i = n - 1; i >= 0; --i) {
    double w = y[i];
    EACH(j, i + 1, n) w -= a[i][j] * x[j];
    x[i] = w / a[i][i];
  }
}

void triangular_solve(int64_t n, MATRIX(a), VECTOR(b), VECTOR(x)) {
  EACH(i, 0, n) {
    x[i] = b[i];
    EACH(j, 0, i) x[i] -= a[i][j] * x[j];
    x[i] = x[i] / a[i][i];
  }
}

void correlation(int64_t n, MATRIX(d), MATRIX(c), VECTOR(mean), VECTOR(std)) {
  EACH(j, 0, n) {
    mean[j] = 0;
    EACH(i, 0, n) mean[j] += d[i][j];
    mean[j] /= n;
  }
  EACH(j, 0, n) {
    std[j] = 0;
    EACH(i, 0, n) std[j] += (d[i][j] - mean[j]) * (d[i][j] - mean[j]);
    std[j] = sqrt(std[j] / n);
    if (std[j] <= 0.1) std[j] = 1;
  }
  EACH(i, 0, n) EACH(j, 0, n) d[i][j] = (d[i][j] - mean[j]) / (sqrt((double)n) * std[j]);
  EACH(i, 0, n - 1) {
    c[i][i] = 1;
    EACH(j, i + 1, n) {
      c[i][j] = 0;
      EACH(k, 0, n) c[i][j] += d[k][i] * d[k][j];
      c[j][i] = c[i][j];
    }
  }
  c[n - 1][n - 1] = 1;
}

void covariance(int64_t n, MATRIX(d), MATRIX(c), VECTOR(mean)) {
  EACH(j, 0, n) {
    mean[j] = 0;
    EACH(i, 0, n) mean[j] += d[i][j];
    mean[j] /= n;
  }
  EACH(i, 0, n) EACH(j, 0, n) d[i][j] -= mean[j];
  EACH(i, 0, n) EACH(j, i, n) {
    c[i][j] = 0;
    EACH(k, 0, n) c[i][j] += d[k][i] * d[k][j];
    c[i][j] /= n - 1.0;
    c[j][i] = c[i][j];
  }
}

void recursive_filter(int64_t n, double a1, double a2, double b1, double b2, MATRIX(image), MATRIX(out), MATRIX(y1),
                      MATRIX(y2)) {
  EACH(i, 0, n) {
    double ym1 = 0, ym2 = 0, xm1 = 0;
    EACH(j, 0, n) {
      y1[i][j] = a1 * image[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
      xm1 = image[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
  EACH(i, 0, n) {
    double yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
    for (int64_t j = n - 1; j >= 0; --j) {
      y2[i][j] = a2 * xp1 + a1 * xp2 + b1 * yp1 + b2 * yp2;
      xp2 = xp1;
      xp1 = image[i][j];
      yp2 = yp1;
      yp1 = y2[i][j];
    }
  }
  EACH(i, 0, n) EACH(j, 0, n) out[i][j] = y1[i][j] + y2[i][j];
}

void floyd_warshall(int64_t n, MATRIX(paths)) {
  EACH(k, 0, n) EACH(i, 0, n) EACH(j, 0, n) {
    const double through = paths[i][k] + paths[k][j];
    paths[i][j] = through < paths[i][j] ? through : paths[i][j];
  }
}

void rna_folding(int64_t n, const int64_t *restrict seq, int64_t (*restrict table)[n]) {
#define BEST(x, y) ((x) >= (y) ? (x) : (y))
  for (int64_t i = n - 1; i >= 0; --i) EACH(j, i + 1, n) {
    if (j - 1 >= 0) table[i][j] = BEST(table[i][j], table[i][j - 1]);
    if (i + 1 < n) table[i][j] = BEST(table[i][j], table[i + 1][j]);
    if (j - 1 >= 0 && i + 1 < n) {
      if (i < j - 1)
        table[i][j] = BEST(table[i][j], table[i + 1][j - 1] + (seq[i] + seq[j] == 3 ? 1 : 0));
      else
        table[i][j] = BEST(table[i][j], table[i + 1][j - 1]);
    }
    EACH(k, i + 1, j) table[i][j] = BEST(table[i][j], table[i][k] + table[k + 1][j]);
  }
}

void adi(int64_t steps, int64_t n, double a, double b, MATRIX(u), MATRIX(v), MATRIX(p), MATRIX(q)) {
  EACH(t, 0, steps) {
    EACH(i, 1, n - 1) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = v[0][i];
      EACH(j, 1, n - 1) {
        p[i][j] = -a / (a * p[i][j - 1] + b);
        q[i][j] = (-a * u[j][i - 1] + (1 + 2 * a) * u[j][i] - a * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
      }
      v[n - 1][i] = 1;
      for (int64_t j = n - 2; j > 0; --j) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    EACH(i, 1, n - 1) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = u[i][0];
      EACH(j, 1, n - 1) {
        p[i][j] = -a / (a * p[i][j - 1] + b);
        q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - a * v[i + 1][j] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
      }
      u[i][n - 1] = 1;
      for (int64_t j = n - 2; j > 0; --j) u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}

void fdtd_2d(int64_t steps, int64_t n, MATRIX(ex), MATRIX(ey), MATRIX(hz)) {
  EACH(t, 0, steps) {
    EACH(j, 0, n) ey[0][j] = t;
    EACH(i, 1, n) EACH(j, 0, n) ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    EACH(i, 0, n) EACH(j, 1, n) ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    EACH(i, 0, n - 1) EACH(j, 0, n - 1)
      hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

static void heat(int64_t n, double (*restrict a)[n][n], double (*restrict b)[n][n]) {
  EACH(i, 1, n - 1) EACH(j, 1, n - 1) EACH(k, 1, n - 1)
    b[i][j][k] = 0.125 * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k]) +
                 0.125 * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k]) +
                 0.125 * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
}
void heat_3d(int64_t steps, int64_t n, double (*restrict a)[n][n], double (*restrict b)[n][n]) {
  EACH(t, 0, steps) {
    heat(n, a, b);
    heat(n, b, a);
  }
}

void jacobi_1d(int64_t steps, int64_t n, VECTOR(a), VECTOR(b)) {
  EACH(t, 0, steps) {
    EACH(i, 1, n - 1) b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    EACH(i, 1, n - 1) a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

void jacobi_2d(int64_t steps, int64_t n, MATRIX(a), MATRIX(b)) {
  EACH(t, 0, steps) {
    EACH(i, 1, n - 1) EACH(j, 1, n - 1)
      b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][1 + j] + a[1 + i][j] + a[i - 1][j]);
    EACH(i, 1, n - 1) EACH(j, 1, n - 1)
      a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][1 + j] + b[1 + i][j] + b[i - 1][j]);
  }
}

void seidel_2d(int64_t steps, int64_t n, MATRIX(a)) {
  EACH(t, 0, steps) EACH(i, 1, n - 1) EACH(j, 1, n - 1)
    a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
               a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}
