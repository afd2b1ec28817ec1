// SPDX-License-Identifier: MIT
/**
 * The shapes of a scene: the JSON forms of the shapes of this library, with units, plus clumps and meshes from files.
 */
import { z } from 'zod';
import { LARGEST_EXPONENT, SMALLEST_EXPONENT } from '../../shapes/parameters.ts';
import type { ShapeField } from '../../shapes/shape-form.ts';
import { SHAPE_FORMS } from '../../shapes/shape-registry.ts';
import { integer, oneOf, optional, quantity, section, text, vector, withDefault } from './fields.ts';
import { orientationField, positionField } from './pose-fields.ts';

const size = (description: string) => quantity('length', { description, above: 0 });
const sizes = (description: string) => vector('length', { description, above: 0 });
const point = (description: string) => vector('length', { description });

/** A key that a shape's own file describes. */
function fieldOf({ value, description, isOptional }: ShapeField): z.ZodType {
  const field = FIELDS[value](description);
  return isOptional ? optional(field) : field;
}

const FIELDS: Readonly<Record<ShapeField['value'], (description: string) => z.ZodType>> = {
  size,
  sizes,
  point,
  points: (description) => z.array(point('Corner [x, y, z].')).min(3).meta({ description }),
  length: (description) => quantity('length', { description, from: 0 }),
  exponent: (description) => quantity('number', { description, from: SMALLEST_EXPONENT, to: LARGEST_EXPONENT }),
};

/** The shapes whose own files have their keys: those with a volume, or those without. */
function describedShapes(areThin: boolean): Record<string, z.ZodType> {
  const described = Object.entries(SHAPE_FORMS).flatMap(([kind, { scene, isThin = false }]) => {
    if (scene === undefined || isThin !== areThin) return [];
    const { description, fields, either } = scene;
    const keys = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldOf(field)]));
    const one = section(keys, description);
    if (either === undefined) return [[kind, one] as const];
    const isOne = (given: Readonly<Record<string, unknown>>): boolean =>
      (given[either[0]] === undefined) !== (given[either[1]] === undefined);
    return [[kind, one.refine(isOne, { error: `expected either ${either[0]} or ${either[1]}` })] as const];
  });
  return Object.fromEntries(described);
}

/** How a file's numbers become metres. */
export const fileScale = withDefault(
  quantity(['number', 'length'], {
    description: 'Length of one unit of the file: 0.001 or 1 mm for a drawing in millimetres.',
    above: 0,
  }),
  1,
);

const polyhedron = section(
  {
    vertices: optional(
      z.array(point('Point [x, y, z].')).min(4).meta({ description: 'Points; the shape is their convex hull.' }),
    ),
    file: optional(text('OBJ, STL or PLY file, relative to the scene; the shape is the convex hull of its points.')),
    scale: fileScale,
  },
  'Convex polyhedron, from points or from a file.',
).refine(({ vertices, file }) => (vertices === undefined) !== (file === undefined), {
  error: 'expected either vertices or file',
});

const concave = section(
  {
    file: text(
      'OBJ, STL or PLY file of a closed mesh, relative to the scene; convex objects of an OBJ file stay as they are.',
    ),
    scale: fileScale,
    tolerance: withDefault(
      quantity('number', {
        description: "Volume by which the pieces may exceed the mesh, as a fraction of the mesh's volume; 0 is exact.",
        from: 0,
      }),
      0.01,
    ),
    pieces: withDefault(integer({ description: 'Largest number of pieces.', from: 1, to: 10_000 }), 128),
  },
  'Any solid, as a compound of the convex pieces into which its mesh is cut.',
);

const clump = section(
  {
    spheres: z
      .array(section({ centre: point('Centre in the frame of the clump.'), radius: size('Radius.') }, 'One sphere.'))
      .min(1)
      .meta({ description: 'The spheres; they may overlap. The mass is that of their union.' }),
  },
  'Rigid body of spheres.',
);

/** A shape after reading: one key, with SI numbers. */
export type ShapeFields = Readonly<Record<string, unknown>>;

const nested: z.ZodType<ShapeFields> = z.lazy(() => shapeField);

const rounded = section(
  { shape: nested, radius: size('Radius of the ball that is swept around the shape.') },
  'A shape swept by a ball: larger by the radius, with rounded edges and corners.',
);

const compound = z
  .array(
    section(
      {
        shape: nested,
        pose: optional(
          section(
            {
              position: optional(positionField('the piece', 'the frame of the compound'), '[0, 0, 0]'),
              orientation: optional(orientationField, 'no rotation'),
            },
            'Pose of the piece in the frame of the compound.',
          ),
          'that of the compound',
        ),
      },
      'One convex piece.',
    ),
  )
  .min(1)
  .meta({ description: 'Convex pieces fixed to each other. Overlapping parts count twice in the mass.' });

export const shapeField = oneOf(
  {
    ...describedShapes(false),
    polyhedron,
    concave,
    clump,
    compound,
    rounded,
    ...describedShapes(true),
  },
  'Shape of a body, in its own frame.',
).meta({ id: 'shape' });
