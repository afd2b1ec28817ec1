// SPDX-License-Identifier: MIT
/** Quantities with units for the studio, parsed as in scenes. Runs in Node and in browsers, without the engine. */
export { proposedInterval } from './scene/proposed-interval.ts';
export { DIMENSIONS, type DimensionName } from './scene/units/dimension.ts';
export { readQuantity } from './scene/units/parse-quantity.ts';
