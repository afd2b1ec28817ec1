// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { vector3 } from '../../math/vector.ts';
import type { BodySpec } from '../../simulation/simulation-spec.ts';
import { LATTICE_MAP_SCENES, LATTICE_SCENES } from './lattice-scenes.ts';

/** Share of the blocks that the lattices have here. */
const SHARE = 0.01;

function blocksOf(name: string, scenes = LATTICE_MAP_SCENES) {
  const create = scenes[name];
  if (create === undefined) throw new Error(`no scene ${name}`);
  const bodies = (create(SHARE).settling().bodies ?? []) as readonly BodySpec[];
  return bodies.map(({ position, orientation }) => {
    const [w = 1] = orientation as readonly number[];
    return { place: vector3(position), angle: 2 * Math.acos(Math.min(1, w)) };
  });
}

describe('the map of lattices', () => {
  it('has every kind of block at every offset and tilt', () => {
    const names = Object.keys(LATTICE_MAP_SCENES);
    expect(names).toHaveLength(5 * 3 * 3);
    expect(names).toContain('lattice-20-offset-1e-4-tilt-1e-2');
    expect(names).toContain('lattice-boxes-offset-0-tilt-0');
  });

  it('moves all blocks by the offset of half their width and tilts them by the angle', () => {
    const inPlace = blocksOf('lattice-prisms-offset-0-tilt-0');
    for (const [name, offset, tilt] of [
      ['lattice-prisms-offset-1e-2-tilt-1e-2', 1e-2, 1e-2],
      ['lattice-prisms-offset-1e-4-tilt-0', 1e-4, 0],
    ] as const) {
      blocksOf(name).forEach(({ place, angle }, k) => {
        const { x, y, z } = inPlace[k]?.place ?? place;
        const distance = Math.hypot(place.x - x, place.y - y, place.z - z);
        // Half the width of a block is 3 mm.
        expect(distance).toBeCloseTo(offset * 0.003, 12);
        // The sine of half the angle is replaced by the half angle: a relative error of its square.
        expect(angle).toBeCloseTo(tilt, 6);
      });
    }
  });

  it('does not change the tilted lattices: tilts up to 1e-2 rad, most of them below 1e-3 rad', () => {
    const angles = blocksOf('lattice-4-tilted', LATTICE_SCENES).map(({ angle }) => angle);
    expect(Math.max(...angles)).toBeLessThan(1e-2);
    expect(angles.filter((angle) => angle < 1e-3).length).toBeGreaterThan(0.5 * angles.length);
  });
});
