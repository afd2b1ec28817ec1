// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { scree } from '../support/built-program.ts';

describe('scree verify round-robin --part', () => {
  it('runs one of the scenes, whose curves are those of LIGGGHTS', () => {
    const { status, stdout } = scree(['verify', 'round-robin', '--part', 'drum']);
    expect(stdout).toMatch(/^pass +The curves are those of LIGGGHTS/m);
    expect(stdout).toMatch(/^round-robin: 1 of 1 checks hold$/m);
    expect(status).toBe(0);
  });
});
