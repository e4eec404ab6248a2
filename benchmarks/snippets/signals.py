"""Signals, images, geometry, groups, arrays of records, half precision, days."""

import cmath
import math

import numpy as np
from snippets import snippet

rng = np.random.default_rng(77)
X = rng.normal(size=60)
IMG = rng.integers(0, 256, (14, 12)).astype(np.uint8)
GRAY = rng.random((12, 15))
RGB = rng.integers(0, 256, (6, 7, 3)).astype(np.uint8)
PTS = rng.random((25, 2))
PTS3 = rng.normal(size=(10, 3))
CUBE = rng.random((3, 4, 5))
SIGNAL = np.sin(np.linspace(0, 20, 128)) + 0.2 * rng.normal(size=128)
RECORDS = np.array([(1, 2.5, True), (2, -1.0, False), (3, 4.0, True), (4, 0.5, True)], dtype=[("id", "i4"), ("value", "f8"), ("ok", "?")])
PARTICLES = np.zeros(6, dtype=[("x", "f8"), ("v", "f8"), ("m", "f4")])
PARTICLES["x"] = np.linspace(0, 1, 6)
PARTICLES["v"] = 1.0
PARTICLES["m"] = 2.0
HALF = rng.random(30).astype(np.float16)
DAYS = np.array(["2024-01-01", "2024-01-05", "2024-01-06", "2024-02-10", "2024-02-11"], dtype="datetime64[D]")
STAMPS = np.datetime64("2024-03-01T00:00:00", "s") + np.cumsum(rng.integers(10, 400, 20)).astype("timedelta64[s]")


@snippet(SIGNAL, 7)
def moving_average(x, k):
    return np.convolve(x, np.ones(k) / k, mode="valid")


@snippet(SIGNAL)
def dominant_frequency(x):
    spectrum = np.abs(np.fft.rfft(x - x.mean()))
    freqs = np.fft.rfftfreq(len(x), d=0.1)
    peak = spectrum[1:].argmax() + 1
    return freqs[peak], spectrum[peak]


@snippet(SIGNAL, 0.5)
def find_peaks_by_hand(x, height):
    peaks = []
    for i in range(1, len(x) - 1):
        if x[i] > x[i - 1] and x[i] >= x[i + 1] and x[i] > height:
            peaks.append(i)
    return np.array(peaks), len(peaks)


@snippet(SIGNAL, 0.2)
def exponential_smooth(x, alpha):
    out = [x[0]]
    for v in x[1:]:
        out.append(alpha * v + (1 - alpha) * out[-1])
    return np.asarray(out)


@snippet(SIGNAL)
def zero_crossings(x):
    s = np.sign(x)
    return np.where(np.diff(s) != 0)[0]


@snippet(SIGNAL, 16)
def frame_energy(x, size):
    frames = x[: len(x) // size * size].reshape(-1, size)
    window = np.hanning(size)
    return np.einsum("ij,ij->i", frames * window, frames * window)


@snippet([0, 1, 2, 3, 4, 5, 6, 7])
def slow_dft(values):
    n = len(values)
    out = []
    for k in range(n):
        acc = 0j
        for t, v in enumerate(values):
            acc += v * cmath.exp(-2j * cmath.pi * k * t / n)
        out.append(abs(acc))
    return out


@snippet(IMG)
def otsu_threshold(img):
    hist, edges = np.histogram(img, bins=256, range=(0, 256))
    p = hist / hist.sum()
    omega = np.cumsum(p)
    mu = np.cumsum(p * np.arange(256))
    with np.errstate(divide="ignore", invalid="ignore"):
        sigma = (mu[-1] * omega - mu) ** 2 / (omega * (1 - omega))
    return int(np.nanargmax(sigma))


@snippet(GRAY)
def sobel_edges(img):
    kx = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    ky = kx.T
    h, w = img.shape
    out = np.zeros((h - 2, w - 2))
    for i in range(h - 2):
        for j in range(w - 2):
            patch = img[i : i + 3, j : j + 3]
            gx = (patch * kx).sum()
            gy = (patch * ky).sum()
            out[i, j] = np.hypot(gx, gy)
    return out


@snippet(RGB)
def to_gray(img):
    weights = np.array([0.299, 0.587, 0.114])
    return np.clip(img @ weights, 0, 255).astype(np.uint8)


@snippet(IMG)
def equalize(img):
    hist = np.bincount(img.ravel(), minlength=256)
    cdf = hist.cumsum()
    lo = cdf[cdf > 0].min()
    table = np.round((cdf - lo) / (img.size - lo) * 255).clip(0, 255).astype(np.uint8)
    return table[img]


@snippet(IMG > 128)
def label_regions(mask):
    labels = np.zeros(mask.shape, dtype=int)
    current = 0
    for r, c in np.argwhere(mask):
        if labels[r, c]:
            continue
        current += 1
        stack = [(r, c)]
        while stack:
            y, x = stack.pop()
            if y < 0 or x < 0 or y >= mask.shape[0] or x >= mask.shape[1]:
                continue
            if not mask[y, x] or labels[y, x]:
                continue
            labels[y, x] = current
            stack.extend([(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)])
    return labels, current


@snippet(GRAY)
def median_3x3(img):
    padded = np.pad(img, 1, mode="edge")
    out = np.empty_like(img)
    for i, j in np.ndindex(img.shape):
        out[i, j] = np.median(padded[i : i + 3, j : j + 3])
    return out


@snippet(GRAY, 2)
def block_mean(img, k):
    h, w = img.shape
    h, w = h // k * k, w // k * k
    return img[:h, :w].reshape(h // k, k, w // k, k).mean(axis=(1, 3))


@snippet(PTS)
def closest_pair(pts):
    best = float("inf")
    pair = None
    for i in range(len(pts)):
        for j in range(i + 1, len(pts)):
            d = math.dist(pts[i], pts[j])
            if d < best:
                best, pair = d, (i, j)
    return best, pair


@snippet(PTS)
def hull_area(pts):
    order = np.lexsort((pts[:, 1], pts[:, 0]))
    p = pts[order]

    def cross(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    lower = []
    for i in range(len(p)):
        while len(lower) >= 2 and cross(p[lower[-2]], p[lower[-1]], p[i]) <= 0:
            lower.pop()
        lower.append(i)
    return lower


@snippet([(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (1.0, 5.0)])
def shoelace(polygon):
    area = 0.0
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
        area += x1 * y2 - x2 * y1
    return abs(area) / 2


@snippet(PTS3)
def center_of_mass_and_gyration(pos):
    com = pos.mean(axis=0)
    d2 = np.sum((pos - com) ** 2, axis=-1)
    return com, np.sqrt(d2.mean()), np.linalg.norm(pos, axis=1).max()


@snippet(PTS3)
def lennard_jones(pos):
    energy = 0.0
    forces = np.zeros_like(pos)
    for i in range(len(pos)):
        for j in range(i):
            rij = pos[i] - pos[j]
            r2 = np.dot(rij, rij) + 0.5
            inv6 = (1.0 / r2) ** 3
            energy += 4.0 * (inv6 * inv6 - inv6)
            f = 24.0 * (2.0 * inv6 * inv6 - inv6) / r2 * rij
            forces[i] += f
            forces[j] -= f
    return energy, forces


@snippet(PTS3, 0.3, np.array([0.0, 0.0, 1.0]))
def rodrigues(v, angle, axis):
    axis = axis / np.linalg.norm(axis)
    c, s = np.cos(angle), np.sin(angle)
    return v * c + np.cross(axis, v) * s + np.outer(v @ axis, axis) * (1 - c)


@snippet(PTS, 3)
def kmeans(points, k):
    centers = points[:k].copy()
    for _ in range(20):
        dist = ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)
        owner = dist.argmin(axis=1)
        for c in range(k):
            members = points[owner == c]
            if len(members):
                centers[c] = members.mean(axis=0)
    return centers, owner


@snippet(CUBE)
def axis_tuple_stats(c):
    m = c.mean(axis=(0, 2), keepdims=True)
    s = c.std(axis=(0, 2), keepdims=True)
    z = (c - m) / s
    return z.sum(axis=(0, 1)), np.max(z, axis=(1, 2)), z.min()


@snippet(X, np.empty(60))
def out_and_where(x, out):
    np.log(np.abs(x), out=out, where=x != 0)
    np.multiply(out, 2.0, out=out)
    np.clip(out, -3, 3, out=out)
    return out.sum()


@snippet(RECORDS)
def record_total(rec):
    total = 0.0
    for i in range(len(rec)):
        if rec["ok"][i]:
            total += rec["value"][i] * rec["id"][i]
    return total


@snippet(RECORDS)
def record_rows(rec):
    best = -1
    top = -np.inf
    for row in rec:
        if row["ok"] and row["value"] > top:
            top = row["value"]
            best = row["id"]
    return best, top


@snippet(PARTICLES, 0.05, 40)
def move_particles(p, dt, steps):
    for _ in range(steps):
        for i in range(p.shape[0]):
            a = -p[i]["x"] / p[i]["m"]
            p[i]["v"] += a * dt
            p[i]["x"] += p[i]["v"] * dt
    return 0.5 * np.sum(p["m"] * p["v"] ** 2)


@snippet(PARTICLES)
def drift_field(p):
    p["x"] += 0.1 * p["v"]
    p["v"][p["x"] > 0.5] *= -1
    return p["x"].mean()


@snippet(HALF, 2.0)
def half_scale(h, k):
    return h * k + h.max()


@snippet(HALF)
def half_norm(h):
    total = 0.0
    for v in h:
        total += float(v) ** 2
    return math.sqrt(total)


@snippet(DAYS)
def day_gaps(days):
    gaps = np.diff(days)
    longest = gaps.argmax()
    return gaps.astype(int), days[longest]


@snippet(STAMPS, 600)
def sessions(stamps, limit):
    count = 1
    for i in range(1, len(stamps)):
        if stamps[i] - stamps[i - 1] > np.timedelta64(limit // 2, "s"):
            count += 1
    return count


@snippet(STAMPS)
def hour_histogram(stamps):
    hours = (stamps - stamps.astype("datetime64[D]")).astype("timedelta64[h]").astype(int)
    return np.bincount(hours, minlength=24)
