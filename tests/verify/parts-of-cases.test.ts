// SPDX-License-Identifier: MIT
/** Cases that take long as a whole: one of their parts. */
import { describe, expect, it } from 'vitest';
import { scree } from '../support/built-program.ts';
import { onGpu } from '../support/program-on-gpu.ts';

describe('scree verify --part', () => {
  it('runs the drum of round-robin, whose curves are those of LIGGGHTS', () => {
    const { status, stdout } = scree(['verify', 'round-robin', '--part', 'drum']);
    expect(stdout).toMatch(/^pass +The curves are those of LIGGGHTS/m);
    expect(stdout).toMatch(/^round-robin: 1 of 1 checks hold$/m);
    expect(status).toBe(0);
  });

  it('runs the free collisions of the GPU beside those of the processor', () => {
    const { status, stdout } = onGpu(['verify', 'gpu', '--part', 'free']);
    expect(stdout).toMatch(/^gpu: (\d+) of \1 checks hold$/m);
    expect(stdout).not.toMatch(/^gpu: 0 of/m);
    expect(status).toBe(0);
  });
});
