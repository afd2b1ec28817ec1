// SPDX-License-Identifier: MIT
/**
 * The first impact of the lowest body of a scene. Only walls can be below it, so it falls in the same way without the
 * other bodies. Its fall alone takes little time to compute; the fall of all bodies would take too long.
 */

import { ScreeError } from '../../errors.ts';
import { dot, length, type Vector3, vector3 } from '../../math/vector.ts';
import { wallIds } from '../../simulation/bodies/body-groups.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { DeepOverlap } from '../../simulation/tunnelling/overlap-watch.ts';
import type { BodyView } from '../../simulation/views/simulation-views.ts';

/** Limit of the wall-clock time of the fall, ms. */
const FALL_MS = 300;
const STEPS_AT_ONCE = 50;

/** Id of the free body that is furthest along gravity; undefined without gravity or free bodies. */
function lowestBody({ count, ids, position }: BodyView, walls: ReadonlySet<number>, gravity: Vector3) {
  let lowest: number | undefined;
  let depth = Number.NEGATIVE_INFINITY;
  if (!(length(gravity) > 0)) return undefined;
  for (let k = 0; k < count; k++) {
    const id = ids[k];
    const [x = 0, y = 0, z = 0] = position.subarray(3 * k, 3 * k + 3);
    const at = dot(gravity, { x, y, z });
    if (at > depth && !walls.has(id)) [lowest, depth] = [id, at];
  }
  return lowest;
}

function touchesAnything(simulation: Simulation, id: number): boolean {
  const { idA, idB } = simulation.contacts();
  return idA.includes(id) || idB.includes(id);
}

/**
 * Removes all free bodies but the lowest from the simulation, and runs it until the first contact of that body ends.
 * Returns the overlap of this contact if it is too deep. Returns undefined if the body already touches something or the
 * time limit comes first.
 */
export function firstImpactOfLowest(
  simulation: Simulation,
  mostSteps: number,
  now: () => number,
): DeepOverlap | undefined {
  const { spec } = simulation;
  const view = simulation.bodies();
  // Fixed and moved bodies act as walls.
  const walls = wallIds(spec.bodies);
  const lowest = lowestBody(view, walls, vector3(spec.gravity));
  if (lowest === undefined || touchesAnything(simulation, lowest)) return undefined;
  for (const id of view.ids) if (id !== lowest && !walls.has(id)) simulation.removeBody(id);
  try {
    const start = now();
    let hasTouched = false;
    while (simulation.stepCount < mostSteps && now() - start < FALL_MS) {
      simulation.step(Math.min(STEPS_AT_ONCE, mostSteps - simulation.stepCount));
      if (simulation.firstDeepOverlap() !== undefined) break;
      const touches = touchesAnything(simulation, lowest);
      if (hasTouched && !touches) return undefined;
      hasTouched ||= touches;
    }
  } catch (error) {
    // The overlap was too deep, or the body left the domain or entered an outlet, which a run with more bodies
    // survives.
    if (!(error instanceof ScreeError)) throw error;
  }
  const found = simulation.firstDeepOverlap();
  return found?.body === lowest ? found : undefined;
}
