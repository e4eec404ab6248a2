"""Inference of small neural networks, in float32."""

import numpy as np

from numpy_programs import Program


def relu(x):
    return np.maximum(x, 0)


def softmax(x):
    largest = np.max(x, axis=-1, keepdims=True)
    scaled = np.exp(x - largest)
    return scaled / np.sum(scaled, axis=-1, keepdims=True)


def convolve(images, weights):
    size = weights.shape[0]
    rows = images.shape[1] - size + 1
    columns = images.shape[2] - size + 1
    result = np.empty((images.shape[0], rows, columns, weights.shape[3]), dtype=np.float32)
    for i in range(rows):
        for j in range(columns):
            result[:, i, j, :] = np.sum(
                images[:, i : i + size, j : j + size, :, np.newaxis] * weights[np.newaxis, :, :, :], axis=(1, 2, 3)
            )
    return result


def pool(x):
    result = np.empty((x.shape[0], x.shape[1] // 2, x.shape[2] // 2, x.shape[3]), dtype=x.dtype)
    for i in range(x.shape[1] // 2):
        for j in range(x.shape[2] // 2):
            result[:, i, j, :] = np.max(x[:, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, :], axis=(1, 2))
    return result


def convolution_bias(images, weights, bias):
    return convolve(images, weights) + bias


def lenet(images, conv_1, bias_1, conv_2, bias_2, full_1, shift_1, full_2, shift_2, full_3, shift_3):
    x = relu(convolve(images, conv_1) + bias_1)
    x = pool(x)
    x = relu(convolve(x, conv_2) + bias_2)
    x = pool(x)
    x = np.reshape(x, (images.shape[0], full_1.shape[0]))
    x = relu(x @ full_1 + shift_1)
    x = relu(x @ full_2 + shift_2)
    return x @ full_3 + shift_3


def perceptron(x, w1, b1, w2, b2, w3, b3):
    x = relu(x @ w1 + b1)
    x = relu(x @ w2 + b2)
    return softmax(x @ w3 + b3)


def _f32(rng, *shape):
    return (rng.random(shape) - 0.5).astype(np.float32)


def _lenet(rng, count, height, width):
    after = (((height - 4) // 2 - 4) // 2) * (((width - 4) // 2 - 4) // 2) * 16
    layers = [_f32(rng, 5, 5, 1, 6), _f32(rng, 6), _f32(rng, 5, 5, 6, 16), _f32(rng, 16)]
    for rows, columns in ((after, 120), (120, 84), (84, 10)):
        layers += [_f32(rng, rows, columns), _f32(rng, columns)]
    return _f32(rng, count, height, width, 1), *layers


def _perceptron(rng, count):
    sizes = [200, 500, 400, 300]
    layers = []
    for rows, columns in zip(sizes[:-1], sizes[1:]):
        layers += [_f32(rng, rows, columns), _f32(rng, columns)]
    return _f32(rng, count, sizes[0]), *layers


PROGRAMS = {
    "convolution_bias": Program(
        lambda rng: (_f32(rng, 8, 32, 32, 3), _f32(rng, 5, 5, 3, 16), _f32(rng, 16)), tolerance=1e-4
    ),
    "lenet": Program(lambda rng: _lenet(rng, 4, 48, 48), tolerance=1e-3),
    "perceptron": Program(lambda rng: _perceptron(rng, 64), tolerance=1e-4),
}
