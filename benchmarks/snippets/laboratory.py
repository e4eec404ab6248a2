"""What is written beside an experiment: physics, statistics, sequences, simulations, images, matrices."""

import math
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from itertools import combinations, groupby, product

import numpy as np
from snippets import snippet

rng = np.random.default_rng(41)


@snippet(9.81, 20.0, 45.0, 0.01)
def projectile(g, speed, angle, dt):
    theta = math.radians(angle)
    vx, vy = speed * math.cos(theta), speed * math.sin(theta)
    x, y = 0.0, 0.0
    path = [(x, y)]
    while True:
        x += vx * dt
        vy -= g * dt
        y += vy * dt
        if y < 0:
            break
        path.append((x, y))
    return path[-1], max(p[1] for p in path), len(path)


@snippet([0.5, 1.2, 2.0], [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
def n_body_forces(masses, positions):
    G = 6.674e-11
    n = len(masses)
    forces = [[0.0, 0.0, 0.0] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            d = [positions[j][k] - positions[i][k] for k in range(3)]
            r2 = sum(c * c for c in d)
            f = G * masses[i] * masses[j] / r2
            for k in range(3):
                forces[i][k] += f * d[k] / math.sqrt(r2)
    return forces


@snippet([12.1, 14.3, 11.8, 15.2, 13.3], [10.2, 11.4, 9.8, 12.0, 10.9])
def two_sample_t(a, b):
    def mean(v):
        return sum(v) / len(v)

    def variance(v):
        m = mean(v)
        return sum((x - m) ** 2 for x in v) / (len(v) - 1)

    na, nb = len(a), len(b)
    pooled = ((na - 1) * variance(a) + (nb - 1) * variance(b)) / (na + nb - 2)
    t = (mean(a) - mean(b)) / math.sqrt(pooled * (1 / na + 1 / nb))
    return {"t": t, "df": na + nb - 2, "pooled": pooled}


@snippet(["a", "b", "a", "c", "b", "a"], ["x", "x", "y", "y", "x", "x"])
def contingency_table(rows, cols):
    table = defaultdict(lambda: defaultdict(int))
    for r, c in zip(rows, cols):
        table[r][c] += 1
    return {r: dict(inner) for r, inner in table.items()}


@snippet("ATGGCCATTGTAATGGGCCGCTGAAAGGGTGCCCGATAG")
def translate_dna(dna):
    codons = {"ATG": "M", "GCC": "A", "ATT": "I", "GTA": "V", "GGC": "G", "CGC": "R", "AAG": "K", "GGT": "G", "CGA": "R"}
    protein = ""
    for i in range(0, len(dna) - 2, 3):
        codon = dna[i:i + 3]
        if codon in ("TAA", "TAG", "TGA"):
            break
        protein += codons.get(codon, "X")
    return protein


@snippet(">seq1 human\nACGTAC\nGGT\n>seq2\nTTTA\n>seq3 mouse\nGGGCC\nA\n")
def read_fasta(text):
    sequences = {}
    name = None
    for line in text.splitlines():
        if line.startswith(">"):
            name = line[1:].split()[0]
            sequences[name] = ""
        elif name is not None:
            sequences[name] += line.strip()
    return sequences


@snippet(["ACGT", "ACGA", "TCGA", "ACCA"])
def consensus(seqs):
    result = []
    for column in zip(*seqs):
        counts = Counter(column)
        best = max(counts.values())
        result.append(min(base for base, n in counts.items() if n == best))
    return "".join(result)


@snippet("ACGTACGTGACG", 3)
def kmer_spectrum(seq, k):
    kmers = Counter(seq[i:i + k] for i in range(len(seq) - k + 1))
    return Counter(kmers.values())


@snippet("GATTACA", "GCATGCU", 1, -1, -1)
def global_alignment(a, b, match, mismatch, gap):
    n, m = len(a), len(b)
    F = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n + 1):
        F[i][0] = gap * i
    for j in range(m + 1):
        F[0][j] = gap * j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            s = match if a[i - 1] == b[j - 1] else mismatch
            F[i][j] = max(F[i - 1][j - 1] + s, F[i - 1][j] + gap, F[i][j - 1] + gap)
    i, j = n, m
    top, bottom = [], []
    while i > 0 or j > 0:
        if i > 0 and j > 0 and F[i][j] == F[i - 1][j - 1] + (match if a[i - 1] == b[j - 1] else mismatch):
            top.append(a[i - 1])
            bottom.append(b[j - 1])
            i -= 1
            j -= 1
        elif i > 0 and F[i][j] == F[i - 1][j] + gap:
            top.append(a[i - 1])
            bottom.append("-")
            i -= 1
        else:
            top.append("-")
            bottom.append(b[j - 1])
            j -= 1
    return "".join(reversed(top)), "".join(reversed(bottom)), F[n][m]


@dataclass
class Body:
    mass: float
    x: float
    v: float = 0.0
    history: list = field(default_factory=list)

    def kick(self, force, dt):
        self.v += force / self.mass * dt

    def drift(self, dt):
        self.x += self.v * dt
        self.history.append(self.x)


@snippet(Body(2.0, 1.0), 4.0, 0.05, 12)
def leapfrog_spring(body, k, dt, steps):
    for _ in range(steps):
        body.kick(-k * body.x, dt / 2)
        body.drift(dt)
        body.kick(-k * body.x, dt / 2)
    energy = 0.5 * body.mass * body.v ** 2 + 0.5 * k * body.x ** 2
    return energy, body.history


@snippet(np.arange(24.0).reshape(4, 6), np.array([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]]))
def convolve_image(image, kernel):
    kh, kw = kernel.shape
    padded = np.pad(image, ((kh // 2, kh // 2), (kw // 2, kw // 2)), mode="edge")
    out = np.zeros_like(image)
    for i in range(image.shape[0]):
        for j in range(image.shape[1]):
            out[i, j] = np.sum(padded[i:i + kh, j:j + kw] * kernel)
    return out


@snippet(rng.integers(0, 256, (6, 8)).astype(np.uint8))
def threshold_and_count(img):
    t = img.mean()
    mask = img > t
    ys, xs = np.nonzero(mask)
    centroid = (ys.mean(), xs.mean())
    return mask.sum(), centroid, np.where(mask, 255, 0).astype(np.uint8)


@snippet([[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
def blob_sizes(grid):
    rows, cols = len(grid), len(grid[0])
    seen = set()
    sizes = []
    for r in range(rows):
        for c in range(cols):
            if grid[r][c] == 1 and (r, c) not in seen:
                stack = [(r, c)]
                seen.add((r, c))
                size = 0
                while stack:
                    y, x = stack.pop()
                    size += 1
                    for dy, dx in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                        ny, nx = y + dy, x + dx
                        if 0 <= ny < rows and 0 <= nx < cols and grid[ny][nx] == 1 and (ny, nx) not in seen:
                            seen.add((ny, nx))
                            stack.append((ny, nx))
                sizes.append(size)
    return sorted(sizes, reverse=True)


@snippet(rng.normal(size=(20, 3)), rng.integers(0, 3, 20))
def class_means(X, y):
    means = {}
    for label in np.unique(y):
        means[int(label)] = X[y == label].mean(axis=0)
    return means


@snippet(rng.random(30), 5)
def block_average(x, size):
    blocks = x[:len(x) // size * size].reshape(-1, size)
    means = blocks.mean(axis=1)
    return means, means.std(ddof=1) / np.sqrt(len(means))


@snippet(np.linspace(0, 6, 50), np.sin(np.linspace(0, 6, 50)))
def crossing_times(t, y):
    idx = np.where(np.diff(np.sign(y)) != 0)[0]
    return t[idx] - y[idx] * (t[idx + 1] - t[idx]) / (y[idx + 1] - y[idx])


@snippet(0.3, 0.1, 990.0, 10.0, 40)
def sir_model(beta, gamma, s, i, days):
    r = 0.0
    n = s + i + r
    history = {"s": [s], "i": [i], "r": [r]}
    for _ in range(days):
        new_infections = beta * s * i / n
        recoveries = gamma * i
        s, i, r = s - new_infections, i + new_infections - recoveries, r + recoveries
        history["s"].append(s)
        history["i"].append(i)
        history["r"].append(r)
    peak = history["i"].index(max(history["i"]))
    return history, peak


@snippet(8)
def ising_energy(n):
    spins = [[1 if (i * j) % 3 else -1 for j in range(n)] for i in range(n)]
    energy = 0
    for i in range(n):
        for j in range(n):
            s = spins[i][j]
            energy -= s * (spins[(i + 1) % n][j] + spins[i][(j + 1) % n])
    magnetization = sum(map(sum, spins))
    return energy, abs(magnetization) / n ** 2


@snippet([[4.0, -2.0, 1.0], [-2.0, 4.0, -2.0], [1.0, -2.0, 4.0]], [11.0, -16.0, 17.0])
def solve_by_elimination(A, b):
    n = len(b)
    M = [row[:] + [b[i]] for i, row in enumerate(A)]
    for k in range(n):
        p = max(range(k, n), key=lambda r: abs(M[r][k]))
        M[k], M[p] = M[p], M[k]
        for r in range(k + 1, n):
            f = M[r][k] / M[k][k]
            M[r] = [x - f * y for x, y in zip(M[r], M[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (M[k][n] - sum(M[k][j] * x[j] for j in range(k + 1, n))) / M[k][k]
    return x


@snippet([[2, 0, 1], [1, 3, 2], [1, 1, 4]])
def determinant(m):
    if len(m) == 1:
        return m[0][0]
    total = 0
    for c in range(len(m)):
        minor = [row[:c] + row[c + 1:] for row in m[1:]]
        total += (-1) ** c * m[0][c] * determinant(minor)
    return total


@snippet([1.0, 2.0, 4.0, 7.0, 11.0])
def newton_differences(y):
    table = [y[:]]
    while len(table[-1]) > 1:
        last = table[-1]
        table.append([b - a for a, b in zip(last, last[1:])])
    return [row[0] for row in table]


@snippet(lambda x: x ** 3 - 2 * x - 5, 2.0, 3.0)
def secant(f, x0, x1):
    for iteration in range(50):
        f0, f1 = f(x0), f(x1)
        if abs(f1 - f0) < 1e-14:
            break
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        if abs(x1 - x0) < 1e-10:
            return x1, iteration
    return x1, -1


@snippet([3, 1, 4, 1, 5, 9, 2, 6])
def quartiles(data):
    s = sorted(data)
    n = len(s)

    def median(v):
        m = len(v) // 2
        return v[m] if len(v) % 2 else (v[m - 1] + v[m]) / 2

    return median(s[:n // 2]), median(s), median(s[(n + 1) // 2:])


@snippet({"control": [5.1, 4.9, 5.6], "drug": [6.3, 6.8, 6.1], "placebo": [5.0, 5.2, 5.3]})
def anova_f(groups):
    values = [v for g in groups.values() for v in g]
    grand = sum(values) / len(values)
    between = sum(len(g) * (sum(g) / len(g) - grand) ** 2 for g in groups.values())
    within = 0.0
    for g in groups.values():
        m = sum(g) / len(g)
        within += sum((v - m) ** 2 for v in g)
    dfb, dfw = len(groups) - 1, len(values) - len(groups)
    return (between / dfb) / (within / dfw)


@snippet([1, 2, 2, 3, 5], [2, 1, 4, 3, 5])
def kendall_tau(x, y):
    concordant = discordant = 0
    for i, j in combinations(range(len(x)), 2):
        s = (x[i] - x[j]) * (y[i] - y[j])
        if s > 0:
            concordant += 1
        elif s < 0:
            discordant += 1
    return (concordant - discordant) / (concordant + discordant)


@snippet(np.array([0, 0, 1, 1, 1, 0, 0, 1]))
def runs_of_ones(flags):
    edges = np.diff(np.concatenate(([0], flags, [0])))
    starts = np.flatnonzero(edges == 1)
    ends = np.flatnonzero(edges == -1)
    return list(zip(starts.tolist(), ends.tolist()))


@snippet("WWWWBBWWWR")
def pixel_runs(line):
    return [(colour, len(list(group))) for colour, group in groupby(line)]


@snippet(rng.random((5, 2)), 2)
def nearest_neighbours(points, k):
    d = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(-1))
    np.fill_diagonal(d, np.inf)
    return np.argsort(d, axis=1)[:, :k]


@snippet(np.array([[1.0, 2.0, np.nan], [4.0, np.nan, 6.0], [7.0, 8.0, 9.0]]))
def impute_columns(a):
    a = a.copy()
    means = np.nanmean(a, axis=0)
    rows, cols = np.where(np.isnan(a))
    a[rows, cols] = means[cols]
    return a


class Sensor:
    def __init__(self, name, window):
        self.name = name
        self.window = window
        self.values = deque(maxlen=window)

    def add(self, value):
        self.values.append(value)

    @property
    def mean(self):
        return sum(self.values) / len(self.values)


@snippet([3.0, 4.0, 8.0, 1.0, 2.0], 3)
def smooth_sensor(readings, window):
    s = Sensor("t1", window)
    out = []
    for r in readings:
        s.add(r)
        out.append(round(s.mean, 3))
    return s.name, out


@snippet(3)
def truth_table(n):
    rows = []
    for bits in product([False, True], repeat=n):
        rows.append((bits, all(bits), any(bits), sum(bits) % 2 == 1))
    return rows


@snippet(100, 1.0, 0.05)
def decay_half_life(n0, dt, rate):
    n, t = float(n0), 0.0
    times, counts = [t], [n]
    while n > n0 / 2:
        n -= rate * n * dt
        t += dt
        times.append(t)
        counts.append(n)
    return np.array(times), np.array(counts), t


@snippet(np.array([1.0, 2.0, 3.0]), np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]))
def rotate_and_check(v, R):
    assert np.allclose(R @ R.T, np.eye(3))
    w = R @ v
    return w, np.linalg.norm(w) - np.linalg.norm(v), np.cross(v, w)
