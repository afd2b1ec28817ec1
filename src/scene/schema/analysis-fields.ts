// SPDX-License-Identifier: MIT
/** Where and how a run is analysed: regions, planes, profiles and force chains. */
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
      vector('number', { description: "Cells along x, y and z of the region's box.", from: 1, to: 1000 }).refine(
        ({ x, y, z: last }) => [x, y, last].every(Number.isInteger),
        { error: 'expected three whole numbers' },
      ),
      { x: cellsX, y: cellsY, z: cellsZ },
      `[${DEFAULT_MIXING.cells.join(', ')}]`,
    ),
    by: withDefault(choice(['material', 'shape'], 'What tells the bodies apart.'), DEFAULT_MIXING.by),
    weight: withDefault(choice(['number', 'mass'], 'What a body counts.'), DEFAULT_MIXING.weight),
    fewest: withDefault(
      integer({ description: 'Cells with fewer bodies are left out.', from: 1, to: 1_000_000 }),
      DEFAULT_MIXING.fewest,
    ),
  },
  "How Lacey's mixing index is taken.",
);

const heapField = section(
  {
    across: withDefault(
      choice(['x', 'y', 'z', 'radial'], 'Horizontal axis of the profile, or radial for a cone.'),
      DEFAULT_HEAP.across,
    ),
    bins: optional(
      integer({
        description: 'Bins of the surface profile; the angle of repose does not depend on it.',
        from: 3,
        to: 10_000,
      }),
      'one for every two mean diameters',
    ),
  },
  'How the surface of a heap is taken.',
);

const regionField = section(
  {
    region: optional(oneOf(regionKinds, 'Where bodies and contacts count.'), 'the box of all free bodies'),
    mixing: optional(mixingField, 'as its keys say'),
    heap: optional(heapField, 'as its keys say'),
  },
  'A region that quantities are measured in.',
);

const planeField = section(
  {
    through: vector('length', { description: 'A point of the plane.' }),
    normal: direction({ description: 'What counts as forward, of any length.' }),
    within: optional(reference('Name of a region; crossings outside of it do not count.'), 'everywhere'),
  },
  'A plane whose crossings are counted.',
);

const every = quantity('time', { description: 'Simulated time between two of them.', above: 0 });
const regionName = withDefault(reference('Name of a region, or all.'), 'all');

const profileField = section(
  {
    every,
    region: regionName,
    along: withDefault(choice(['x', 'y', 'z'], 'Axis across which the region is cut.'), 'z'),
    slices: withDefault(integer({ description: 'Slices of the region.', from: 1, to: 10_000 }), 20),
    quantities: z
      .array(text('Name of a quantity of a region, such as packingFraction or velocity.x.'))
      .min(1)
      .meta({ description: 'What is written of each slice.' }),
  },
  'A table with a row for each slice at each time.',
);

const forceChainsField = section(
  {
    every,
    region: regionName,
    angle: withDefault(
      quantity('angle', {
        description: 'Most that a chain may turn from the principal direction of a body.',
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
  profiles: optional(named(profileField, 'Profiles by the name of their file, without .csv.'), 'none'),
  forceChains: optional(forceChainsField, 'none'),
};
