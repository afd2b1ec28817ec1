// SPDX-License-Identifier: MIT
/**
 * Potentials of force fields in periodic domains. A body that leaves through a periodic side comes in at the other. If
 * the potential differs there, the body gains energy on every round, which no sum of the balance contains.
 */
import { SceneError } from '../../errors.ts';
import { evaluateTree } from '../../fields/expression-tree.ts';
import type { FieldSpec } from '../../fields/field-spec.ts';
import { vector3 } from '../../math/vector.ts';
import type { DomainSpec } from '../simulation-spec.ts';

/** Places on a side, as parts of its width and height, on no symmetry axis of usual potentials. */
const PLACES: readonly (readonly [number, number])[] = [
  [0.31, 0.43],
  [0.57, 0.13],
  [0.83, 0.71],
];
/** Largest difference of the two sides by rounding, relative to the largest value. */
const ROUNDING = 1e-9;
const AXES = ['x', 'y', 'z'] as const;

/** Throws a SceneError that starts with the path of the potential. */
export function checkPotentials(fields: readonly FieldSpec[], domain: DomainSpec | undefined): void {
  if (domain?.periodic === undefined) return;
  for (const [k, { potential }] of fields.entries()) {
    if (potential === undefined) continue;
    for (const [axis, isPeriodic] of domain.periodic.entries()) {
      if (!isPeriodic) continue;
      const [here, there] = sides(potential.tree, domain, axis);
      const size = Math.max(...here.map(Math.abs), ...there.map(Math.abs));
      const at = here.findIndex((value, place) => Math.abs(value - (there[place] ?? 0)) > ROUNDING * size);
      if (at < 0) continue;
      const [name, gain] = [AXES[axis] ?? 'x', (there[at] ?? 0) - (here[at] ?? 0)];
      throw new SceneError(
        'bad-field',
        `fields[${k}].potential: a potential must be the same at both periodic sides; from the lower side in ${name} to ` +
          `the upper one "${potential.text}" rises by ${Number(gain.toPrecision(4))} J for a body of 1 kg, 1 m and ` +
          '1 m3, which a body would gain on each round; write it as a force or an acceleration, whose work is booked, ' +
          'or as a function with the period of the domain',
        { path: `fields[${k}].potential` },
      );
    }
  }
}

const within1 = (coordinate: number): number => Math.min(Math.max(coordinate, -1), 1);

/** Values at places of the lower and of the upper side across an axis, where both are finite. */
function sides(tree: Parameters<typeof evaluateTree>[0], domain: DomainSpec, axis: number): [number[], number[]] {
  const [min, max] = [vector3(domain.min), vector3(domain.max)];
  const others = AXES.filter((_, each) => each !== axis);
  const found: [number[], number[]] = [[], []];
  for (const time of [0, 1]) {
    for (const place of PLACES) {
      const point = { x: 0, y: 0, z: 0 };
      others.forEach((name, k) => {
        // Within 1 m of the origin where the domain reaches there, so that an exponential does not overflow.
        const [low, high] = [within1(min[name]), within1(max[name])];
        const [from, to] = low < high ? [low, high] : [min[name], max[name]];
        point[name] = from + (place[k] ?? 0.5) * (to - from);
      });
      const name = AXES[axis] ?? 'x';
      const values = [min[name], max[name]].map((value) =>
        evaluateTree(tree, {
          ...{ ...point, [name]: value },
          ...{ vx: 0, vy: 0, vz: 0, mass: 1, radius: 1, volume: 1, time },
          property: () => 1,
        }),
      );
      if (!values.every(Number.isFinite)) continue;
      found[0].push(values[0] ?? 0);
      found[1].push(values[1] ?? 0);
    }
  }
  return found;
}
