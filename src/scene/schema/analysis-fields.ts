// SPDX-License-Identifier: MIT
/** Schema of the analysis of a run: regions, planes, profiles and force chains. */
import { z } from 'zod';
import { DEFAULT_CHAIN_ANGLE } from '../../analysis/force-chains.ts';
import { DEFAULT_HEAP } from '../../analysis/heap.ts';
import { DEFAULT_MIXING } from '../../analysis/mixing-index.ts';
import {
  choice,
  direction,
  integer,
  named,
  oneOf,
  optional,
  quantity,
  reference,
  section,
  text,
  vector,
  withDefault,
} from './fields.ts';
import { regionKinds } from './insertion-fields.ts';

const [cellsX, cellsY, cellsZ] = DEFAULT_MIXING.cells;

const mixingField = section(
  {
    cells: withDefault(
      vector('number', {
        description: "Number of cells along x, y and z of the region's bounding box.",
        from: 1,
        to: 1000,
      }).refine(({ x, y, z: last }) => [x, y, last].every(Number.isInteger), { error: 'expected three whole numbers' }),
      { x: cellsX, y: cellsY, z: cellsZ },
      `[${DEFAULT_MIXING.cells.join(', ')}]`,
    ),
    by: withDefault(
      choice(['material', 'shape'], 'Property that distinguishes the kinds of bodies.'),
      DEFAULT_MIXING.by,
    ),
    weight: withDefault(choice(['number', 'mass'], 'Weight of a body.'), DEFAULT_MIXING.weight),
    fewest: withDefault(
      integer({ description: 'Cells with fewer bodies are ignored.', from: 1, to: 1_000_000 }),
      DEFAULT_MIXING.fewest,
    ),
  },
  "Options of Lacey's mixing index.",
);

const heapField = section(
  {
    across: withDefault(
      choice(['x', 'y', 'z', 'radial'], 'Horizontal axis of the profile, or radial for a cone.'),
      DEFAULT_HEAP.across,
    ),
    bins: optional(
      integer({
        description: 'Number of bins of the surface profile; the angle of repose does not depend on it.',
        from: 3,
        to: 10_000,
      }),
      'one for every two mean diameters',
    ),
  },
  'Options of the surface profile of a heap.',
);

const regionField = section(
  {
    region: optional(oneOf(regionKinds, 'The region.'), 'the bounding box of all free bodies'),
    follows: optional(
      reference('Name of a half-space or mesh that the region goes along with, from its place at the start.'),
      'it stays where it is',
    ),
    mixing: optional(mixingField, 'the defaults of its keys'),
    heap: optional(heapField, 'the defaults of its keys'),
  },
  'A region in which quantities are measured.',
);

const planeField = section(
  {
    through: vector('length', { description: 'A point of the plane.' }),
    normal: direction({ description: 'Forward direction, of any length.' }),
    within: optional(reference('Name of a region; crossings outside it do not count.'), 'everywhere'),
  },
  'A plane; bodies that cross it are counted.',
);

const every = quantity('time', { description: 'Interval of simulated time.', above: 0 });
const regionName = withDefault(reference('Name of a region, or all.'), 'all');

const profileField = section(
  {
    every,
    region: regionName,
    along: withDefault(choice(['x', 'y', 'z'], 'Axis along which the region is divided into slices.'), 'z'),
    slices: withDefault(integer({ description: 'Number of slices.', from: 1, to: 10_000 }), 20),
    quantities: z
      .array(text('Name of a quantity of a region, such as packingFraction or velocity.x.'))
      .min(1)
      .meta({ description: 'Quantities that are written for each slice.' }),
  },
  'A table with one row per slice and time.',
);

const forceChainsField = section(
  {
    every,
    region: regionName,
    angle: withDefault(
      quantity('angle', {
        description: 'Largest angle between a chain and the principal stress direction of a body.',
        above: 0,
        below: Math.PI / 2,
      }),
      DEFAULT_CHAIN_ANGLE,
      '45 deg',
    ),
  },
  'Force chains as lines for ParaView and as a table.',
);

/** Keys of `outputs`. */
export const analysisFields = {
  regions: optional(named(regionField, 'Regions by name, for quantities region.NAME.…'), 'all'),
  planes: optional(named(planeField, 'Planes by name, for quantities plane.NAME.…'), 'none'),
  profiles: optional(named(profileField, 'Profiles by file name, without .csv.'), 'none'),
  forceChains: optional(forceChainsField, 'none'),
};
