"""Sequences, ranks, peaks and pictures: programs over arrays that were written before anything was done for them."""

from __future__ import annotations

import numpy as np

from snippets import snippet


def _drawn(seed):
    return np.random.default_rng(seed)


@snippet(b'GATTACA', b'GCATGCU', 1, -1, -1)
def needleman_wunsch(seq1, seq2, match, mismatch, gap):
    a = np.frombuffer(seq1, dtype=np.uint8)
    b = np.frombuffer(seq2, dtype=np.uint8)
    n, m = (len(a), len(b))
    S = np.zeros((n + 1, m + 1), dtype=np.int32)
    S[:, 0] = gap * np.arange(n + 1)
    S[0, :] = gap * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            diag = S[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
            S[i, j] = max(diag, S[i - 1, j] + gap, S[i, j - 1] + gap)
    out1, out2 = ([], [])
    i, j = (n, m)
    while i > 0 or j > 0:
        if i > 0 and j > 0 and (S[i, j] == S[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)):
            out1.append(chr(a[i - 1]))
            out2.append(chr(b[j - 1]))
            i -= 1
            j -= 1
        elif i > 0 and S[i, j] == S[i - 1, j] + gap:
            out1.append(chr(a[i - 1]))
            out2.append('-')
            i -= 1
        else:
            out1.append('-')
            out2.append(chr(b[j - 1]))
            j -= 1
    return (S[n, m], ''.join(reversed(out1)), ''.join(reversed(out2)))


@snippet(b'ACGTACGTNNACG', 3)
def kmer_counts(seq, k):
    s = np.frombuffer(seq, dtype=np.uint8)
    lut = np.full(256, -1, dtype=np.int64)
    for i, ch in enumerate(b'ACGT'):
        lut[ch] = i
    codes = lut[s]
    counts = np.zeros(4 ** k, dtype=np.int64)
    for i in range(len(codes) - k + 1):
        window = codes[i:i + k]
        if (window < 0).any():
            continue
        idx = 0
        for c in window:
            idx = idx * 4 + c
        counts[idx] += 1
    gc = np.count_nonzero((s == ord('G')) | (s == ord('C'))) / max(len(s), 1)
    return (counts, gc)


@snippet([(0, 1), (1, 2), (2, 0), (3, 2), (0, 2)], 4, 0.85)
def pagerank(edges, n, d):
    M = np.zeros((n, n))
    outdeg = [0] * n
    for a, b in edges:
        M[b, a] = 1.0
        outdeg[a] += 1
    for j in range(n):
        if outdeg[j] > 0:
            M[:, j] /= outdeg[j]
        else:
            M[:, j] = 1.0 / n
    r = np.full(n, 1.0 / n)
    while True:
        r_new = d * M @ r + (1 - d) / n
        if np.abs(r_new - r).sum() < 1e-09:
            break
        r = r_new
    ranking = sorted(range(n), key=lambda i: -r_new[i])
    return (r_new, ranking)


@snippet(np.arange(20.0) ** 1.5, 4)
def rolling_stats(x, w):
    win = np.lib.stride_tricks.sliding_window_view(x, w)
    mean = win.mean(axis=-1)
    std = win.std(axis=1)
    c = np.cumsum(np.insert(x, 0, 0))
    fast = (c[w:] - c[:-w]) / w
    z = (x[w - 1:] - mean) / np.where(std == 0, 1, std)
    return (mean, std, fast, np.abs(z).max(), np.median(win, axis=-1))


@snippet(_drawn(0).integers(0, 9, 30), _drawn(1).random(30).astype('f4'))
def spearman(a, b):

    def rank(v):
        return v.argsort().argsort()
    ra, rb = (rank(a), rank(b))
    n = len(a)
    d = ra - rb
    rho = 1 - 6 * np.sum(d ** 2) / (n * (n ** 2 - 1))
    r = np.corrcoef(ra, rb)[0, 1]
    return (rho, r, np.cov(a, b))


@snippet(np.array([1.0, 5, 2, 8, 3, 9, 1]), 2.5)
def find_peaks(x, min_height):
    peaks = []
    for i in range(1, len(x) - 1):
        if x[i] > x[i - 1] and x[i] >= x[i + 1] and (x[i] >= min_height):
            peaks.append(i)
    if not peaks:
        return (np.array([], dtype=int), np.array([]))
    idx = np.array(peaks)
    prominence = x[idx] - np.minimum(x[idx - 1], x[idx + 1])
    return (idx, prominence)


@snippet(_drawn(0).integers(0, 50, 20), 4)
def top_k(values, k):
    idx = np.argpartition(values, -k)[-k:]
    idx = idx[np.argsort(values[idx])][::-1]
    return (idx, values[idx], values[idx].sum() / values.sum())


@snippet(_drawn(0).random(16))
def fft_by_hand(x):
    n = len(x)
    out = np.zeros(n, dtype=complex)
    bits = int(np.log2(n))
    for i in range(n):
        j = 0
        for b in range(bits):
            if i >> b & 1:
                j |= 1 << bits - 1 - b
        out[j] = x[i]
    size = 2
    while size <= n:
        half = size // 2
        w = np.exp(-2j * np.pi * np.arange(half) / size)
        for s in range(0, n, size):
            top = out[s:s + half].copy()
            bot = out[s + half:s + size] * w
            out[s:s + half] = top + bot
            out[s + half:s + size] = top - bot
        size *= 2
    return (out, np.allclose(out, np.fft.fft(x)))


@snippet(np.arange(10.0), 0.5, 3)
def leaky_integrate(current, tau, refractory):
    v = 0.0
    last = None
    spikes = []
    trace = []
    for t, i in enumerate(current):
        if last is not None and t - last <= refractory:
            v = 0.0
        else:
            v += (-v + i) / (tau * 4)
        if v > 1.0:
            spikes.append(t)
            last = t
            v = 0.0
        trace.append(v)
    isi = np.diff(spikes)
    return (spikes, np.array(trace), isi.mean() if len(isi) else 0.0)


@snippet(_drawn(0).integers(0, 2, (9, 9)).astype(bool), np.ones((3, 3), bool))
def erode_dilate(mask, se):
    k = se.shape[0] // 2
    pad = np.pad(mask, k, constant_values=False)
    er = np.ones_like(mask)
    di = np.zeros_like(mask)
    for dy in range(se.shape[0]):
        for dx in range(se.shape[1]):
            if se[dy, dx]:
                part = pad[dy:dy + mask.shape[0], dx:dx + mask.shape[1]]
                er &= part
                di |= part
    return (er, di, di ^ er, np.argwhere(er))


@snippet(_drawn(0).integers(0, 2, 30), _drawn(1).random(30))
def roc_auc(y, score):
    order = np.argsort(-score, kind='mergesort')
    y = y[order]
    s = score[order]
    tps = np.cumsum(y)
    fps = np.arange(1, len(y) + 1) - tps
    distinct = np.where(np.diff(s))[0]
    idx = np.r_[distinct, len(y) - 1]
    tpr = np.r_[0, tps[idx] / tps[-1]]
    fpr = np.r_[0, fps[idx] / fps[-1]]
    auc = np.sum((fpr[1:] - fpr[:-1]) * (tpr[1:] + tpr[:-1]) / 2)
    return (fpr, tpr, auc)


@snippet(_drawn(0).random((4, 5, 3)))
def rgb_to_hsv(img):
    a = img.astype(np.float64) / (255 if img.dtype == np.uint8 else 1)
    mx = a.max(-1)
    mn = a.min(-1)
    d = mx - mn
    r, g, b = np.moveaxis(a, -1, 0)
    safe = np.where(d == 0, 1, d)
    h = np.where(mx == r, (g - b) / safe % 6, np.where(mx == g, (b - r) / safe + 2, (r - g) / safe + 4))
    h = np.where(d == 0, 0, h * 60)
    s = np.divide(d, mx, out=np.zeros_like(mx), where=mx > 0)
    return np.stack([h, s, mx], axis=-1)
