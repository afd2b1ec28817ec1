// SPDX-License-Identifier: MIT
/** Schema of bodies, single or in lattices, and of walls. */
import { z } from 'zod';
import { WALL_SHAPES } from '../../shapes/walls/wall-shape.ts';
import {
  choice,
  direction,
  flag,
  integer,
  named,
  optional,
  quantity,
  reference,
  section,
  text,
  vector,
  withDefault,
} from './fields.ts';
import { freeField, motionField, orientationField, positionField, servoField, surfaceField } from './pose-fields.ts';
import { fileScale, shapeField } from './shape-fields.ts';

/** Of an insertion, or in all at one time: more would not fit into the memory of any simulation. */
export const MOST_BODIES = 100_000_000;
/** At the start: a body of a lattice takes 24 bytes while the scene is read, one of a file half a kilobyte. */
export const MOST_PLACED_BODIES = 20_000_000;

const spacing = z
  .union([
    quantity('length', { description: 'Distance between neighbours along x, y and z.', above: 0 }),
    vector('length', { description: 'Distances between neighbours along x, y and z.', above: 0 }),
  ])
  .meta({
    description: 'Distance between neighbours: one for all directions, or [x, y, z].',
    'x-unit': 'm',
    'x-range': '> 0',
  });

const latticeField = section(
  {
    count: z
      .tuple([
        integer({ description: 'Along x.', from: 1, to: MOST_PLACED_BODIES }),
        integer({ description: 'Along y.', from: 1, to: MOST_PLACED_BODIES }),
        integer({ description: 'Along z.', from: 1, to: MOST_PLACED_BODIES }),
      ])
      .meta({ description: 'Number of bodies along x, y and z.' }),
    spacing,
  },
  'Copies of the body in a rectangular lattice; the first is at `position`, the others at larger x, y and z.',
);

const bodyShape = z
  .union([reference('Name of a shape.', 'shapes'), shapeField])
  .meta({ description: 'Name of a shape, or an inline shape.' });

const kindField = section(
  {
    shape: optional(reference('Name of a shape.', 'shapes'), 'that of the entry'),
    material: optional(reference('Name of a material.', 'materials'), 'that of the entry'),
  },
  'Shape and material of one kind.',
);

const bodyFields = {
  shape: optional(bodyShape, '**required**, unless the file of `from` has it'),
  material: optional(reference('Name of a material.', 'materials'), '**required**, unless the file of `from` has it'),
  from: optional(
    text(
      'File with the bodies, one or many, relative to the scene: CSV, LAMMPS data or dump, a trajectory, or a ' +
        'run folder.',
    ),
    'one body',
  ),
  frame: optional(
    integer({ description: 'Number of the frame or step in that file, from 0.', from: 0, to: 2 ** 31 - 1 }),
    'the last',
  ),
  kinds: optional(
    z
      .array(kindField)
      .min(1)
      .meta({ description: 'Shape and material of the kinds 1, 2, … in that file: LAMMPS types, or the column kind.' }),
    'all alike',
  ),
  scale: withDefault(quantity('number', { description: 'Size factor of the shape.', above: 0 }), 1),
  position: optional(
    positionField("the shape's frame").meta({
      description:
        "Position of the origin of the shape's frame in the world; with `from`, it is added to the positions in " +
        'the file.',
    }),
    '**required**; with `from` [0, 0, 0]',
  ),
  orientation: optional(orientationField, 'no rotation'),
  velocity: optional(vector('velocity', { description: 'Initial velocity.' }), 'at rest'),
  angularVelocity: optional(
    vector('angularVelocity', { description: 'Initial angular velocity, along the world axes.' }),
    'at rest',
  ),
  fixed: withDefault(flag('Whether the body is fixed: forces do not move it.'), false),
  motion: optional(motionField, 'moved by forces'),
  lattice: optional(latticeField, 'one body'),
  id: optional(
    integer({ description: 'Id of the body in outputs; not for lattices.', from: 0, to: 2 ** 31 - 1 }),
    'the next free number',
  ),
};

const body = section(bodyFields, 'A body, or a lattice of equal bodies.')
  .refine(({ id, lattice }) => id === undefined || lattice === undefined, {
    error: 'expected no id with a lattice, whose bodies have one each',
    path: ['id'],
  })
  .refine(({ fixed, motion }) => !fixed || motion === undefined, {
    error: 'expected either fixed: true or a motion, not both',
    path: ['motion'],
  });

const listedBody = section(
  { name: optional(text('Name of the body in outputs.'), 'none'), ...bodyFields },
  'A body, or a lattice of equal bodies.',
);

export const bodiesField = z
  .union([named(body, 'Bodies by name.'), z.array(listedBody).meta({ description: 'Bodies with or without names.' })])
  .meta({ description: 'The initial bodies: by name, or as a list.' });

/** A wall moves by at most one of these. */
const isMovedOnce = (wall: Partial<Record<'motion' | 'surface' | 'servo' | 'free', unknown>>): boolean =>
  [wall.motion, wall.surface, wall.servo, wall.free].filter((each) => each !== undefined).length < 2;
const MOVED_TWICE = { error: 'expected one of motion, surface, servo and free, not several' };

export const halfSpaceField = section(
  {
    normal: direction({ description: 'Normal of the wall, from the wall into the free space, of any length.' }),
    offset: optional(
      quantity('length', { description: 'Distance of the wall from the origin of the world, along the normal.' }),
      '0, or by `through`',
    ),
    through: optional(vector('length', { description: 'A point of the wall, instead of `offset`.' }), 'none'),
    material: reference('Name of a material.', 'materials'),
    motion: optional(motionField, 'at rest'),
    surface: optional(surfaceField, 'at rest'),
    servo: optional(servoField, 'none'),
  },
  'An infinite flat wall.',
)
  .refine(({ offset, through }) => offset === undefined || through === undefined, {
    error: 'expected either offset or through, not both',
    path: ['offset'],
  })
  .refine(isMovedOnce, MOVED_TWICE);

const wallRadius = (description: string) => quantity('length', { description, above: 0 });

/** Shapes that a wall may be in place of facets. */
const wallShapeFields = {
  sphere: optional(section({ radius: wallRadius('Radius.') }, 'The wall is a sphere, without facets.'), 'none'),
  cylinder: optional(
    section(
      {
        radius: wallRadius('Radius.'),
        length: optional(wallRadius('Length along z, half of it on each side of the origin.'), 'without ends'),
      },
      'The wall is a cylinder about the z axis of its frame, without facets.',
    ),
    'none',
  ),
  cone: optional(
    section(
      {
        bottomRadius: quantity('length', { description: 'Radius at z = 0.', from: 0 }),
        topRadius: quantity('length', { description: 'Radius at z = height.', from: 0 }),
        height: wallRadius('Height along z.'),
      },
      'The wall is a cone, or a part of one, about the z axis of its frame, without facets.',
    ),
    'none',
  ),
  torus: optional(
    section(
      {
        ringRadius: wallRadius('Radius of the circle in the middle of the tube, in the plane z = 0.'),
        tubeRadius: wallRadius('Radius of the tube; less than `ringRadius`.'),
      },
      'The wall is a torus about the z axis of its frame, without facets.',
    ),
    'none',
  ),
  box: optional(
    section(
      { halfExtents: vector('length', { description: 'Half the sides along x, y and z.', above: 0 }) },
      'The wall is a box.',
    ),
    'none',
  ),
  side: optional(
    choice(['inside', 'outside'], 'Side of the shape on which bodies are; what is beyond it is solid.'),
    'inside',
  ),
  open: optional(
    choice(
      ['bottom', 'top', 'both'],
      'Open ends of a cylinder or cone, bottom at the smaller z. The wall is then a sheet without thickness, with ' +
        'contacts on both of its sides and on its rims.',
    ),
    'none',
  ),
};

export const meshField = section(
  {
    file: optional(text('OBJ, STL or PLY file, relative to the scene.'), 'none'),
    scale: fileScale,
    vertices: optional(
      z
        .array(vector('length', { description: 'Vertex [x, y, z].' }))
        .min(3)
        .meta({ description: 'Vertices, instead of a file.' }),
      'none',
    ),
    facets: optional(
      z
        .array(z.array(integer({ description: 'Number of a vertex, from 0.', from: 0, to: 2 ** 31 - 1 })).min(3))
        .min(1)
        .meta({
          description: 'Planar convex facets as lists of vertex numbers, counter-clockwise as seen from the front.',
        }),
      'none',
    ),
    material: reference('Name of a material.', 'materials'),
    position: optional(positionField("the mesh's frame"), '[0, 0, 0]'),
    orientation: optional(orientationField, 'no rotation'),
    motion: optional(motionField, 'at rest'),
    surface: optional(surfaceField, 'at rest'),
    servo: optional(servoField, 'none'),
    free: optional(freeField, 'a wall'),
    oneSided: withDefault(
      flag('Whether only the front has contacts: the side from which the vertices run counter-clockwise.'),
      false,
    ),
    ...wallShapeFields,
  },
  'A wall of facets, from a file or inline, or a wall that is a shape.',
)
  .refine(
    ({ file, vertices, facets, ...fields }) => {
      const forms = [file, vertices ?? facets, ...WALL_SHAPES.map((kind) => fields[kind])];
      const isWhole = (vertices === undefined) === (facets === undefined);
      return isWhole && forms.filter((each) => each !== undefined).length === 1;
    },
    { error: `expected either file, or vertices and facets, or one of ${WALL_SHAPES.join(', ')}` },
  )
  .refine(({ servo }) => servo === undefined || servo.direction !== undefined, {
    error: 'expected a direction, which a mesh has none of itself',
    path: ['servo', 'direction'],
  })
  .refine(isMovedOnce, MOVED_TWICE);
