// SPDX-License-Identifier: MIT
/**
 * Pairs of bodies and example shapes for the studio: lines of `scree contact`, and the published pairs of `scree
 * verify`. Runs in Node and in browsers.
 */
export {
  bodiesOfPair,
  type JsonObject,
  type PairOfBodies,
  type PlacedMesh,
  type PlacedPlanarShape,
  type PlacedShape,
  parsePair,
} from './pair-lines/read-pair.ts';
export { sweptCoreOf } from './shapes/shape.ts';
export { EXAMPLE_SHAPES } from './shapes/shape-registry.ts';
export { A as FOUR_PAIRS_BODY, CONFIGURATIONS, type Configuration } from './verification/epa/four-pairs.ts';
export { SITUATIONS, type Situation } from './verification/td/nine-situations.ts';
