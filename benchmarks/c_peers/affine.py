"""Affine loop nests of the usual suites, as Python writes them; affine.c has each in C, by the same name."""

from __future__ import annotations

from math import sqrt


def gemm(n, alpha, beta, a, b, c):
    for i in range(n):
        for j in range(n):
            c[i, j] *= beta
        for k in range(n):
            for j in range(n):
                c[i, j] += alpha * a[i, k] * b[k, j]


def gemver(n, alpha, beta, a, u1, v1, u2, v2, x, y, z, w):
    for i in range(n):
        for j in range(n):
            a[i, j] = a[i, j] + u1[i] * v1[j] + u2[i] * v2[j]
    for i in range(n):
        for j in range(n):
            x[i] = x[i] + beta * a[j, i] * y[j]
    for i in range(n):
        x[i] = x[i] + z[i]
    for i in range(n):
        for j in range(n):
            w[i] = w[i] + alpha * a[i, j] * x[j]


def gesummv(n, alpha, beta, a, b, x, y):
    for i in range(n):
        t = 0.0
        s = 0.0
        for j in range(n):
            t += a[i, j] * x[j]
            s += b[i, j] * x[j]
        y[i] = alpha * t + beta * s


def symm(n, alpha, beta, a, b, c):
    for i in range(n):
        for j in range(n):
            t = 0.0
            for k in range(i):
                c[k, j] += alpha * b[i, j] * a[i, k]
                t += b[k, j] * a[i, k]
            c[i, j] = beta * c[i, j] + alpha * b[i, j] * a[i, i] + alpha * t


def syrk(n, alpha, beta, a, c):
    for i in range(n):
        for j in range(i + 1):
            c[i, j] *= beta
        for k in range(n):
            for j in range(i + 1):
                c[i, j] += alpha * a[i, k] * a[j, k]


def syr2k(n, alpha, beta, a, b, c):
    for i in range(n):
        for j in range(i + 1):
            c[i, j] *= beta
        for k in range(n):
            for j in range(i + 1):
                c[i, j] += a[j, k] * alpha * b[i, k] + b[j, k] * alpha * a[i, k]


def trmm(n, alpha, a, b):
    for i in range(n):
        for j in range(n):
            for k in range(i + 1, n):
                b[i, j] += a[k, i] * b[k, j]
            b[i, j] = alpha * b[i, j]


def two_products(n, alpha, beta, a, b, c, d, t):
    for i in range(n):
        for j in range(n):
            t[i, j] = 0.0
            for k in range(n):
                t[i, j] += alpha * a[i, k] * b[k, j]
    for i in range(n):
        for j in range(n):
            d[i, j] *= beta
            for k in range(n):
                d[i, j] += t[i, k] * c[k, j]


def three_products(n, a, b, c, d, e, f, g):
    for i in range(n):
        for j in range(n):
            e[i, j] = 0.0
            for k in range(n):
                e[i, j] += a[i, k] * b[k, j]
    for i in range(n):
        for j in range(n):
            f[i, j] = 0.0
            for k in range(n):
                f[i, j] += c[i, k] * d[k, j]
    for i in range(n):
        for j in range(n):
            g[i, j] = 0.0
            for k in range(n):
                g[i, j] += e[i, k] * f[k, j]


def atax(n, a, x, y, t):
    for i in range(n):
        y[i] = 0.0
    for i in range(n):
        t[i] = 0.0
        for j in range(n):
            t[i] = t[i] + a[i, j] * x[j]
        for j in range(n):
            y[j] = y[j] + a[i, j] * t[i]


def bicg(n, a, s, q, p, r):
    for i in range(n):
        s[i] = 0.0
    for i in range(n):
        q[i] = 0.0
        for j in range(n):
            s[j] = s[j] + r[i] * a[i, j]
            q[i] = q[i] + a[i, j] * p[j]


def doitgen(n, a, c, s):
    for r in range(n):
        for q in range(n):
            for p in range(n):
                s[p] = 0.0
                for k in range(n):
                    s[p] += a[r, q, k] * c[k, p]
            for p in range(n):
                a[r, q, p] = s[p]


def mvt(n, x, y, p, q, a):
    for i in range(n):
        for j in range(n):
            x[i] = x[i] + a[i, j] * p[j]
    for i in range(n):
        for j in range(n):
            y[i] = y[i] + a[j, i] * q[j]


def cholesky(n, a):
    for i in range(n):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] /= a[j, j]
        for k in range(i):
            a[i, i] -= a[i, k] * a[i, k]
        a[i, i] = sqrt(a[i, i])


def durbin(n, r, y, z):
    y[0] = -r[0]
    beta = 1.0
    alpha = -r[0]
    for k in range(1, n):
        beta = (1 - alpha * alpha) * beta
        s = 0.0
        for i in range(k):
            s += r[k - i - 1] * y[i]
        alpha = -(r[k] + s) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha


def gram_schmidt(n, a, q, r):
    for k in range(n):
        s = 0.0
        for i in range(n):
            s += a[i, k] * a[i, k]
        r[k, k] = sqrt(s)
        for i in range(n):
            q[i, k] = a[i, k] / r[k, k]
        for j in range(k + 1, n):
            r[k, j] = 0.0
            for i in range(n):
                r[k, j] += q[i, k] * a[i, j]
            for i in range(n):
                a[i, j] = a[i, j] - q[i, k] * r[k, j]


def lu(n, a):
    for i in range(n):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[k, j]
            a[i, j] /= a[j, j]
        for j in range(i, n):
            for k in range(i):
                a[i, j] -= a[i, k] * a[k, j]


def lu_solve(n, a, b, x, y):
    for i in range(n):
        for j in range(i):
            w = a[i, j]
            for k in range(j):
                w -= a[i, k] * a[k, j]
            a[i, j] = w / a[j, j]
        for j in range(i, n):
            w = a[i, j]
            for k in range(i):
                w -= a[i, k] * a[k, j]
            a[i, j] = w
    for i in range(n):
        w = b[i]
        for j in range(i):
            w -= a[i, j] * y[j]
        y[i] = w
    for i in range(n - 1, -1, -1):
        w = y[i]
        for j in range(i + 1, n):
            w -= a[i, j] * x[j]
        x[i] = w / a[i, i]


def triangular_solve(n, a, b, x):
    for i in range(n):
        x[i] = b[i]
        for j in range(i):
            x[i] -= a[i, j] * x[j]
        x[i] = x[i] / a[i, i]


def correlation(n, d, c, mean, std):
    for j in range(n):
        mean[j] = 0.0
        for i in range(n):
            mean[j] += d[i, j]
        mean[j] /= n
    for j in range(n):
        std[j] = 0.0
        for i in range(n):
            std[j] += (d[i, j] - mean[j]) * (d[i, j] - mean[j])
        std[j] = sqrt(std[j] / n)
        if std[j] <= 0.1:
            std[j] = 1.0
    for i in range(n):
        for j in range(n):
            d[i, j] = (d[i, j] - mean[j]) / (sqrt(float(n)) * std[j])
    for i in range(n - 1):
        c[i, i] = 1.0
        for j in range(i + 1, n):
            c[i, j] = 0.0
            for k in range(n):
                c[i, j] += d[k, i] * d[k, j]
            c[j, i] = c[i, j]
    c[n - 1, n - 1] = 1.0


def covariance(n, d, c, mean):
    for j in range(n):
        mean[j] = 0.0
        for i in range(n):
            mean[j] += d[i, j]
        mean[j] /= n
    for i in range(n):
        for j in range(n):
            d[i, j] -= mean[j]
    for i in range(n):
        for j in range(i, n):
            c[i, j] = 0.0
            for k in range(n):
                c[i, j] += d[k, i] * d[k, j]
            c[i, j] /= n - 1.0
            c[j, i] = c[i, j]


def recursive_filter(n, a1, a2, b1, b2, image, out, y1, y2):
    for i in range(n):
        ym1 = 0.0
        ym2 = 0.0
        xm1 = 0.0
        for j in range(n):
            y1[i, j] = a1 * image[i, j] + a2 * xm1 + b1 * ym1 + b2 * ym2
            xm1 = image[i, j]
            ym2 = ym1
            ym1 = y1[i, j]
    for i in range(n):
        yp1 = 0.0
        yp2 = 0.0
        xp1 = 0.0
        xp2 = 0.0
        for j in range(n - 1, -1, -1):
            y2[i, j] = a2 * xp1 + a1 * xp2 + b1 * yp1 + b2 * yp2
            xp2 = xp1
            xp1 = image[i, j]
            yp2 = yp1
            yp1 = y2[i, j]
    for i in range(n):
        for j in range(n):
            out[i, j] = y1[i, j] + y2[i, j]


def floyd_warshall(n, paths):
    for k in range(n):
        for i in range(n):
            for j in range(n):
                paths[i, j] = min(paths[i, j], paths[i, k] + paths[k, j])


def rna_folding(n, seq, table):
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            if j - 1 >= 0:
                table[i, j] = max(table[i, j], table[i, j - 1])
            if i + 1 < n:
                table[i, j] = max(table[i, j], table[i + 1, j])
            if j - 1 >= 0 and i + 1 < n:
                if i < j - 1:
                    table[i, j] = max(table[i, j], table[i + 1, j - 1] + (1 if seq[i] + seq[j] == 3 else 0))
                else:
                    table[i, j] = max(table[i, j], table[i + 1, j - 1])
            for k in range(i + 1, j):
                table[i, j] = max(table[i, j], table[i, k] + table[k + 1, j])


def adi(steps, n, a, b, u, v, p, q):
    for _ in range(steps):
        for i in range(1, n - 1):
            v[0, i] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = v[0, i]
            for j in range(1, n - 1):
                p[i, j] = -a / (a * p[i, j - 1] + b)
                q[i, j] = (-a * u[j, i - 1] + (1.0 + 2.0 * a) * u[j, i] - a * u[j, i + 1] - a * q[i, j - 1]) / (
                    a * p[i, j - 1] + b
                )
            v[n - 1, i] = 1.0
            for j in range(n - 2, 0, -1):
                v[j, i] = p[i, j] * v[j + 1, i] + q[i, j]
        for i in range(1, n - 1):
            u[i, 0] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = u[i, 0]
            for j in range(1, n - 1):
                p[i, j] = -a / (a * p[i, j - 1] + b)
                q[i, j] = (-a * v[i - 1, j] + (1.0 + 2.0 * a) * v[i, j] - a * v[i + 1, j] - a * q[i, j - 1]) / (
                    a * p[i, j - 1] + b
                )
            u[i, n - 1] = 1.0
            for j in range(n - 2, 0, -1):
                u[i, j] = p[i, j] * u[i, j + 1] + q[i, j]


def fdtd_2d(steps, n, ex, ey, hz):
    for t in range(steps):
        for j in range(n):
            ey[0, j] = t
        for i in range(1, n):
            for j in range(n):
                ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
        for i in range(n):
            for j in range(1, n):
                ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
        for i in range(n - 1):
            for j in range(n - 1):
                hz[i, j] = hz[i, j] - 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def heat_3d(steps, n, a, b):
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    b[i, j, k] = (
                        0.125 * (a[i + 1, j, k] - 2.0 * a[i, j, k] + a[i - 1, j, k])
                        + 0.125 * (a[i, j + 1, k] - 2.0 * a[i, j, k] + a[i, j - 1, k])
                        + 0.125 * (a[i, j, k + 1] - 2.0 * a[i, j, k] + a[i, j, k - 1])
                        + a[i, j, k]
                    )
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    a[i, j, k] = (
                        0.125 * (b[i + 1, j, k] - 2.0 * b[i, j, k] + b[i - 1, j, k])
                        + 0.125 * (b[i, j + 1, k] - 2.0 * b[i, j, k] + b[i, j - 1, k])
                        + 0.125 * (b[i, j, k + 1] - 2.0 * b[i, j, k] + b[i, j, k - 1])
                        + b[i, j, k]
                    )


def jacobi_1d(steps, n, a, b):
    for _ in range(steps):
        for i in range(1, n - 1):
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1])
        for i in range(1, n - 1):
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1])


def jacobi_2d(steps, n, a, b):
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, 1 + j] + a[1 + i, j] + a[i - 1, j])
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, 1 + j] + b[1 + i, j] + b[i - 1, j])


def seidel_2d(steps, n, a):
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                a[i, j] = (
                    a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1] + a[i, j - 1] + a[i, j] + a[i, j + 1]
                    + a[i + 1, j - 1] + a[i + 1, j] + a[i + 1, j + 1]
                ) / 9.0  # fmt: skip
