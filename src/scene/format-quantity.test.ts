// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatNumber, formatPercent, formatSi, formatTime } from './format-quantity.ts';

describe('numbers for people', () => {
  it.each([
    [formatSi(0.0035, 'm'), '3.5 mm'],
    [formatSi(0, 'm'), '0 m'],
    [formatSi(-0.02, 'm/s'), '-20 mm/s'],
    [formatSi(0.99999, 'm'), '1 m'],
    [formatSi(2e9, 'Pa'), '2 GPa'],
    [formatSi(1e16, 'Pa'), '10000000000000000 Pa'],
    [formatSi(1e-12, 's'), '1e-12 s'],
    [formatTime(0.01), '10 ms'],
    [formatTime(600), '10 min'],
    [formatTime(86_400), '24 h'],
    [formatTime(864_000), '10 days'],
    [formatBytes(0), '0 bytes'],
    [formatBytes(1536), '1.5 KiB'],
    [formatBytes(3 * 2 ** 30), '3 GiB'],
    [formatCount(1_234_567), '1 234 567'],
    [formatCount(999), '999'],
    [formatNumber(1 / 3), '0.333'],
    [formatPercent(0.2), '20 %'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});
