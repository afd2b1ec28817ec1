// SPDX-License-Identifier: MIT
/**
 * The shapes of a scene: the JSON forms of the shapes of this library, with units, plus clumps and meshes from files.
 */
import { z } from 'zod';
import { LARGEST_EXPONENT, SMALLEST_EXPONENT } from '../../shapes/parameters.ts';
import { integer, oneOf, optional, quantity, section, text, vector, withDefault } from './fields.ts';
import { orientationField, positionField } from './pose-fields.ts';

const size = (description: string) => quantity('length', { description, above: 0 });
const sizes = (description: string) => vector('length', { description, above: 0 });
const point = (description: string) => vector('length', { description });

const radius = size('Radius.');
const halfLength = size('Half length along z, without the caps of a capsule.');
const semiAxes = sizes('Semi-axes along x, y and z.');
const exponent = (direction: string) =>
  quantity('number', {
    description: `Exponent ${direction}; 2 gives an ellipsoid, a large exponent a box.`,
    from: SMALLEST_EXPONENT,
    to: LARGEST_EXPONENT,
  });

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

/** What the reader makes of a shape: one key, with SI numbers. */
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
    sphere: section({ radius }, 'Sphere around the origin.'),
    box: section({ halfExtents: sizes('Half lengths of the sides along x, y and z.') }, 'Box around the origin.'),
    capsule: section({ radius, halfLength }, 'Cylinder along z with hemispherical caps.'),
    cylinder: section({ radius, halfLength }, 'Cylinder along z.'),
    cone: section({ radius, height: size('Height.') }, 'Cone with its base at z = 0 and its apex at z = height.'),
    ellipsoid: section({ semiAxes }, 'Ellipsoid.'),
    superquadric: section(
      { semiAxes, n1: exponent('between z and the xy plane'), n2: exponent('between x and y') },
      'Superquadric: (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 = 1.',
    ),
    polyhedron,
    concave,
    clump,
    compound,
    rounded,
    point: section({ position: point('The point.') }, 'A point, for `rounded`.'),
    segment: section({ from: point('One end.'), to: point('The other end.') }, 'A segment, for `rounded`.'),
    facet: section(
      { vertices: z.array(point('Corner [x, y, z].')).min(3).meta({ description: 'Corners in order.' }) },
      'A planar convex polygon, for `rounded`: a plate.',
    ),
  },
  'Shape of a body, in its own frame.',
).meta({ id: 'shape' });
