// SPDX-License-Identifier: MIT
/**
 * Random positions of the bodies in a region that is enlarged until all of them fit: largest first, by their balls. The
 * region shrinks later, which is the same as growth of the bodies.
 */
import { cubeRoot } from '../../math/elementary.ts';
import type { Random } from '../../math/random.ts';
import { addScaled, subtract, type Vector3 } from '../../math/vector.ts';
import { FreeSpace, type Surroundings } from '../insertion/free-space.ts';
import type { InsertedBody, InsertedKind } from '../insertion/inserter.ts';
import type { MixedBody } from './drawn-mix.ts';
import type { FillRegion } from './fill-region.ts';

/** Fraction of the enlarged region that the balls take: random sequential addition of equal balls ends at 0.38. */
const FIRST_SHARE = 0.25;
/** Positions tried for a body before the region is enlarged further. */
const ATTEMPTS = 500;
/** Points of the region's box drawn for it, of which those in the region count as tried. */
const MOST_DRAWS = 100_000;
const ENLARGEMENT = 1.08;
/** A region without room after enlargement by this factor has none: an obstacle fills it. */
const MOST_ENLARGEMENTS = 60;

/** Point `x` of the enlarged world. */
export function enlarged(x: Vector3, centre: Vector3, factor: number): Vector3 {
  return addScaled(centre, subtract(x, centre), factor);
}

export interface FirstPlaces {
  /** How much the world is enlarged; 1 if the bodies fit as it is. */
  readonly factor: number;
  /** In the order of the mix. */
  readonly bodies: readonly InsertedBody[];
}

/** `surroundings` gives the obstacles of the world, enlarged by a factor about `centre`. Undefined without room. */
export function firstPlaces(
  mix: readonly MixedBody[],
  kinds: readonly InsertedKind[],
  region: FillRegion,
  centre: Vector3,
  surroundings: (factor: number) => Surroundings,
  random: Random,
): FirstPlaces | undefined {
  const ballVolume = mix.reduce((sum, { kind, scale }) => {
    const balls = kinds[kind].balls.reduce((total, { radius }) => total + radius * radius * radius, 0);
    return sum + (4 / 3) * Math.PI * balls * scale * scale * scale;
  }, 0);
  const order = mix.map((_, k) => k).sort((a, b) => sizeOf(mix[b], kinds) - sizeOf(mix[a], kinds) || a - b);
  const start = random.state;
  let factor = Math.max(1, cubeRoot(ballVolume / (FIRST_SHARE * region.volume)));
  for (let attempt = 0; attempt < MOST_ENLARGEMENTS; attempt++, factor *= ENLARGEMENT) {
    random.state = start;
    const bodies = placed(mix, kinds, order, region, centre, factor, surroundings(factor), random);
    if (bodies !== undefined) return { factor, bodies };
  }
  return undefined;
}

function sizeOf({ kind, scale }: MixedBody, kinds: readonly InsertedKind[]): number {
  return kinds[kind].radius * scale;
}

function placed(
  mix: readonly MixedBody[],
  kinds: readonly InsertedKind[],
  order: readonly number[],
  region: FillRegion,
  centre: Vector3,
  factor: number,
  surroundings: Surroundings,
  random: Random,
): InsertedBody[] | undefined {
  const min = enlarged(region.min, centre, factor);
  const max = enlarged(region.max, centre, factor);
  const space = new FreeSpace(surroundings, min, max, order.length === 0 ? 0 : sizeOf(mix[order[0]], kinds));
  const bodies = new Array<InsertedBody>(mix.length);
  for (const k of order) {
    const { kind, scale } = mix[k];
    const candidate = kinds[kind];
    let body: InsertedBody | undefined;
    for (let attempt = 0, draws = 0; attempt < ATTEMPTS && draws < MOST_DRAWS && body === undefined; draws++) {
      const position = {
        x: random.between(min.x, max.x),
        y: random.between(min.y, max.y),
        z: random.between(min.z, max.z),
      };
      const inside = addScaled(centre, subtract(position, centre), 1 / factor);
      if (!region.contains(inside.x, inside.y, inside.z)) continue;
      attempt++;
      const orientation = random.rotation();
      if (!space.hasRoom(candidate, scale, position, orientation)) continue;
      space.occupy(candidate, scale, position, orientation);
      body = { kind, scale, position, orientation };
    }
    if (body === undefined) return undefined;
    bodies[k] = body;
  }
  return bodies;
}
