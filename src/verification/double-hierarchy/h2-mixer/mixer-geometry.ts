// SPDX-License-Identifier: MIT
/**
 * A horizontal rotary mixer like that of section 6.2, whose dimensions are not published. The trough is closed at both
 * ends and has 1,600 quadrilaterals. The rotor has 848 triangles: a shaft, two outer ribbons that push towards the
 * middle and two inner ones that push towards the ends. The axis is along x; lengths are in m.
 */
import { type FacetMesh, facetMesh } from '../../../meshes/facet-mesh.ts';

export const TROUGH = { radius: 0.12, length: 0.5, around: 40, along: 36, ringsOfEnd: 2 } as const;
export const SHAFT = { radius: 0.02, around: 20, along: 4 } as const;

interface Ribbon {
  readonly name: string;
  readonly inner: number;
  readonly outer: number;
  /** Turns from the middle to an end: positive pushes spheres to the middle, negative to the ends. */
  readonly turns: number;
  /** How many of them, evenly around the shaft, and strips of two triangles of each. */
  readonly count: number;
  readonly strips: number;
}

/**
 * The outer ribbons leave 0.6 to 1.2 mm to the trough. Their edge then meets a sphere of 3.5 mm that lies on the wall
 * at more than 40 degrees below its middle, outside the cone of friction (0.75: 37 degrees), and lifts it. Where the
 * gap is 1.4 mm and more, friction at edge and wall can hold the sphere between them, and the ribbon presses it through
 * the wall: with 2.5 mm some are lost every second. The ribbons end 25 mm before the ends: where they come nearer,
 * spheres are wedged between them and the end.
 */
export const RIBBONS: readonly Ribbon[] = [
  { name: 'outer', inner: 0.089, outer: 0.119, turns: 1, count: 2, strips: 106 },
  { name: 'inner', inner: 0.035, outer: 0.065, turns: -1, count: 2, strips: 66 },
];
export const RIBBON_LENGTH = TROUGH.length - 0.05;

type Triple = [number, number, number];

const onCircle = (x: number, radius: number, angle: number): Triple => [
  x,
  radius * Math.cos(angle),
  radius * Math.sin(angle),
];

/** The wall, then the two ends, which have holes for the shaft. */
export function trough(): FacetMesh {
  const { radius, length, around, along, ringsOfEnd } = TROUGH;
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  /** Circles of vertices, joined one to the next. */
  const band = (circles: readonly (readonly [x: number, radius: number])[]): void => {
    const first = vertices.length;
    for (const [x, r] of circles) {
      for (let j = 0; j < around; j++) vertices.push(onCircle(x, r, (2 * Math.PI * j) / around));
    }
    for (let i = 0; i + 1 < circles.length; i++) {
      for (let j = 0; j < around; j++) {
        const [a, b] = [first + i * around + j, first + i * around + ((j + 1) % around)];
        facets.push([a, a + around, b + around, b]);
      }
    }
  };
  band(Array.from({ length: along + 1 }, (_, i) => [length * (i / along - 0.5), radius]));
  for (const x of [-length / 2, length / 2]) {
    band(
      Array.from(
        { length: ringsOfEnd + 1 },
        (_, i) => [x, radius + ((SHAFT.radius - radius) * i) / ringsOfEnd] as const,
      ),
    );
  }
  return facetMesh({ vertices: Float64Array.from(vertices.flat()), facets }, 'trough', { weld: true });
}

export function rotor(): FacetMesh {
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  const { radius, around, along } = SHAFT;
  for (let i = 0; i <= along; i++) {
    for (let j = 0; j < around; j++) {
      vertices.push(onCircle(TROUGH.length * (i / along - 0.5), radius, (2 * Math.PI * j) / around));
    }
  }
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < around; j++) {
      const [a, b] = [i * around + j, i * around + ((j + 1) % around)];
      facets.push([a, b, b + around], [a, b + around, a + around]);
    }
  }
  for (const { inner, outer, turns, count, strips } of RIBBONS) {
    for (let ribbon = 0; ribbon < count; ribbon++) {
      const first = vertices.length;
      for (let i = 0; i <= strips; i++) {
        const angle = 2 * Math.PI * (ribbon / count + turns * Math.abs((2 * i) / strips - 1));
        const x = RIBBON_LENGTH * (i / strips - 0.5);
        vertices.push(onCircle(x, inner, angle), onCircle(x, outer, angle));
      }
      for (let i = 0; i < strips; i++) {
        const a = first + 2 * i;
        facets.push([a, a + 2, a + 1], [a + 1, a + 2, a + 3]);
      }
    }
  }
  return facetMesh({ vertices: Float64Array.from(vertices.flat()), facets }, 'rotor');
}
