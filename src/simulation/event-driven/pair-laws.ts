// SPDX-License-Identifier: MIT
/** Selects the law of a pair of bodies: the first law given for its bodies or materials, or the default law. */
import { eventLaw } from '../../contact-laws/event-law.ts';
import { SceneError } from '../../errors.ts';
import type { LawOfBodies } from '../../events/contact-loads.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';

type IsFor = (a: number, b: number) => boolean;

/** Throws a SceneError for laws and names that cannot be. */
export function pairLaws({ law, pairs = [], bodies }: EventSimulationSpec, names: readonly string[]): LawOfBodies {
  const general = eventLaw(law);
  const special = pairs.map((given, i) => {
    const isFor = 'materials' in given ? isOfMaterials(given.materials, bodies) : isOfBodies(given.bodies, names, i);
    return { isFor, law: eventLaw(given.law, `pairs[${i}].law`) };
  });
  return (a, b) => special.find(({ isFor }) => isFor(a, b))?.law ?? general;
}

function isOfMaterials([p, q]: readonly [string, string], bodies: EventSimulationSpec['bodies']): IsFor {
  return (a, b) => {
    const [first, second] = [bodies[a]?.material, bodies[b]?.material];
    return (first === p && second === q) || (first === q && second === p);
  };
}

function isOfBodies(pair: readonly [string, string], names: readonly string[], i: number): IsFor {
  const indices = pair.map((name) => {
    const index = names.indexOf(name);
    if (index >= 0) return index;
    throw new SceneError('unknown-body', `pairs[${i}].bodies: no body is called "${name}"`, { name });
  });
  return (a, b) => indices.includes(a) && indices.includes(b);
}
