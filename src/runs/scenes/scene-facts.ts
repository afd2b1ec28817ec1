// SPDX-License-Identifier: MIT
/** What a viewer of a run needs from its scene besides the trajectory: the domain, and the names of bodies. */
import { toTriple, vector3 } from '../../math/vector.ts';
import { countOf, entryIds, isGroup } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

/** A box in which bodies are, with the directions in which it repeats. */
export interface SceneDomain {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly periodic: readonly boolean[];
}

/** What a view of a run needs to know of its scene. */
export interface ViewedSceneFacts {
  readonly domain: SceneDomain | undefined;
  /** Bodies that the scene names, by id. */
  readonly bodyNames: Readonly<Record<number, string>>;
}

/** A viewer needs names for the few bodies that someone named by hand. */
const MOST_NAMES = 10_000;

/**
 * Domain and names of bodies of a simulation, for a view of it.
 *
 * @example
 * ```ts
 * import { readScene } from 'scree';
 * import { viewedSceneFacts } from 'scree/live';
 *
 * const { simulation } = readScene(`
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `);
 * console.log(viewedSceneFacts(simulation).bodyNames[0]); // ball
 * ```
 */
export function viewedSceneFacts({ domain, bodies }: SimulationSpec): ViewedSceneFacts {
  return {
    domain: domain && {
      min: toTriple(vector3(domain.min)),
      max: toTriple(vector3(domain.max)),
      periodic: [...(domain.periodic ?? [false, false, false])],
    },
    bodyNames: namesOf(bodies ?? []),
  };
}

function namesOf(bodies: NonNullable<SimulationSpec['bodies']>): Record<number, string> {
  const names: Record<number, string> = {};
  let left = MOST_NAMES;
  for (const [first, entry] of entryIds(bodies)) {
    if (entry.name === undefined) continue;
    const count = Math.min(left, countOf(entry));
    for (let k = 0; k < count; k++) names[first + k] = isGroup(entry) ? `${entry.name}[${k}]` : entry.name;
    left -= count;
  }
  return names;
}
