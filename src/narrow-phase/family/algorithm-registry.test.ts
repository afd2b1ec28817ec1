// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { ALGORITHMS } from '../contact.ts';
import { algorithmNamed, FAMILY, FAMILY_NAMES, POLYHEDRON_NAMES } from './algorithm-registry.ts';

describe('the family', () => {
  it('has every algorithm under its own name, after the default', () => {
    expect(ALGORITHMS).toEqual(['gjk-epa', ...FAMILY_NAMES]);
    for (const name of FAMILY_NAMES) expect(FAMILY[name].name).toBe(name);
  });

  it('knows which of them are for any two polyhedra', () => {
    expect(POLYHEDRON_NAMES).toEqual(expect.arrayContaining(['gjk-td', 'cundall', 'mpr']));
    expect(POLYHEDRON_NAMES).not.toContain('peng-hanley');
  });

  it('has none of any other name', () => {
    for (const name of ['gjk-epa', 'magic', 'toString', '__proto__', '']) expect(algorithmNamed(name)).toBeUndefined();
  });
});
