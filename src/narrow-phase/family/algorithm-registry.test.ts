// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { ALGORITHMS } from '../contact.ts';
import { algorithmNamed, FAMILY } from './algorithm-registry.ts';
import { FAMILY_NAMES, POLYHEDRON_NAMES } from './family-names.ts';

describe('the family', () => {
  it('has every algorithm under its own name, after the default', () => {
    expect(ALGORITHMS).toEqual(['gjk-epa', ...FAMILY_NAMES]);
    for (const name of FAMILY_NAMES) expect(FAMILY[name].name).toBe(name);
  });

  it('knows which of them are for any two polyhedra', () => {
    const anyTwo = FAMILY_NAMES.filter((name) => ['convex', 'polyhedral'].includes(FAMILY[name].bodies));
    expect(POLYHEDRON_NAMES).toEqual(anyTwo);
    expect(Object.keys(FAMILY)).toEqual(FAMILY_NAMES);
  });

  it('has none of any other name', () => {
    for (const name of ['gjk-epa', 'magic', 'toString', '__proto__', '']) expect(algorithmNamed(name)).toBeUndefined();
  });
});
