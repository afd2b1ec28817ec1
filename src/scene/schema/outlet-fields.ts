// SPDX-License-Identifier: MIT
/** Schema of outlets: regions in which bodies are removed. */
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
      'The half-space beyond a plane.',
    ),
    ...regionKinds,
  },
  'A body is removed when its centre of mass is in this region.',
);

export const outletField = section(
  {
    region: outletRegion,
    follows: optional(
      reference('Name of a half-space or mesh that the region goes along with, from its place at the start.'),
      'it stays where it is',
    ),
    shapes: optional(
      z
        .array(reference('Name of a shape.', 'shapes'))
        .min(1)
        .meta({ description: 'Removes only bodies of these shapes.' }),
      'all',
    ),
    materials: optional(
      z
        .array(reference('Name of a material.', 'materials'))
        .min(1)
        .meta({ description: 'Removes only bodies of these materials.' }),
      'all',
    ),
    every: optional(
      quantity('time', {
        description: 'Interval of simulated time between two tests, rounded to whole steps.',
        above: 0,
      }),
      'every time step',
    ),
    from: withDefault(quantity('time', { description: 'Start time.', from: 0 }), 0),
    until: optional(
      quantity('time', { description: 'End time: no body is removed at this time or later.', above: 0 }),
      'the end of the run',
    ),
  },
  'Removes bodies in a region, except bodies that are fixed or have a motion.',
).refine(({ from, until }) => until === undefined || until > from, {
  error: 'expected an end after the beginning',
  path: ['until'],
});
