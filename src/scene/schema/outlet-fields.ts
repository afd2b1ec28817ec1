// SPDX-License-Identifier: MIT
/** Regions in which bodies are taken out. */
import { z } from 'zod';
import { direction, oneOf, optional, quantity, reference, section, vector, withDefault } from './fields.ts';
import { regionKinds } from './insertion-fields.ts';

const outletRegion = oneOf(
  {
    plane: section(
      {
        through: vector('length', { description: 'A point of the plane.' }),
        direction: direction({ description: 'Direction in which bodies leave, of any length.' }),
      },
      'All that lies beyond a plane.',
    ),
    ...regionKinds,
  },
  'A body leaves when its centre of mass is here.',
);

export const outletField = section(
  {
    region: outletRegion,
    shapes: optional(
      z.array(reference('Name of a shape.')).min(1).meta({ description: 'Takes bodies of these shapes only.' }),
      'all',
    ),
    materials: optional(
      z.array(reference('Name of a material.')).min(1).meta({ description: 'Takes bodies of these materials only.' }),
      'all',
    ),
    every: optional(
      quantity('time', { description: 'Simulated time between two looks, rounded to steps.', above: 0 }),
      'a time step',
    ),
    from: withDefault(quantity('time', { description: 'Time from which on bodies are taken.', from: 0 }), 0),
    until: optional(
      quantity('time', { description: 'Nothing is taken at this time or later.', above: 0 }),
      'the end of the run',
    ),
  },
  'A region in which bodies are taken out; what is fixed or has a motion stays.',
).refine(({ from, until }) => until === undefined || until > from, {
  error: 'expected an end after the beginning',
  path: ['until'],
});
