// SPDX-License-Identifier: MIT
/**
 * A scene like the horizontal rotary mixer of section 6.2: a drum of 1,600 quadrilaterals, two helical blades of 848 triangles that turn
 * in it, and 29,559 spheres. Its measures and the places of the spheres are not published; these are made up to fit the counts.
 */
import { Random } from '../../math/random.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { type MeshMotion, resting, rotating } from '../../meshes/mesh-motion.ts';

export const MIXER_SPHERES = 29_559;
export const SPHERE_RADIUS = 0.0035;
/** Radians per second, Table 9. */
const TURNING = 18.85;
const DRUM_RADIUS = 0.12;
const DRUM_LENGTH = 0.5;
const AROUND = 40;
const ALONG = 40;
const BLADES = 2;
const STRIPS = 212;
const BLADE_RADII = [0.055, 0.115] as const;
const BLADE_TURNS = 2;
/** Spheres lie on a lattice, this much off it; the outermost may be this deep in the wall. */
const JITTER = 0.1 * SPHERE_RADIUS;
const DEEPEST = 0.02 * SPHERE_RADIUS;

type Triple = [number, number, number];

/** Around the x axis, seen from inside. */
function drum(): FacetMesh {
  const vertices: Triple[] = [];
  for (let i = 0; i <= ALONG; i++) {
    for (let j = 0; j < AROUND; j++) {
      const angle = (2 * Math.PI * j) / AROUND;
      const x = DRUM_LENGTH * (i / ALONG - 0.5);
      vertices.push([x, DRUM_RADIUS * Math.cos(angle), DRUM_RADIUS * Math.sin(angle)]);
    }
  }
  const facets: number[][] = [];
  for (let i = 0; i < ALONG; i++) {
    for (let j = 0; j < AROUND; j++) {
      const next = (j + 1) % AROUND;
      facets.push([i * AROUND + j, (i + 1) * AROUND + j, (i + 1) * AROUND + next, i * AROUND + next]);
    }
  }
  return facetMesh({ vertices, facets });
}

function blades(): FacetMesh {
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  for (let blade = 0; blade < BLADES; blade++) {
    const first = vertices.length;
    for (let i = 0; i <= STRIPS; i++) {
      const angle = 2 * Math.PI * (blade / BLADES + (BLADE_TURNS * i) / STRIPS);
      for (const radius of BLADE_RADII) {
        vertices.push([DRUM_LENGTH * (i / STRIPS - 0.5), radius * Math.cos(angle), radius * Math.sin(angle)]);
      }
    }
    for (let i = 0; i < STRIPS; i++) {
      const a = first + 2 * i;
      facets.push([a, a + 2, a + 1], [a + 1, a + 2, a + 3]);
    }
  }
  return facetMesh({ vertices, facets });
}

export interface MixerScene {
  readonly walls: readonly { readonly mesh: FacetMesh; readonly motion: MeshMotion }[];
  /** x, y, z, radius in turn; the lowest of a jittered lattice in the drum. */
  readonly spheres: Float64Array;
}

export function mixerScene(): MixerScene {
  const random = new Random(29_559);
  // The wall's own polygon is nearer to the axis than its corners.
  const innermost = DRUM_RADIUS * Math.cos(Math.PI / AROUND);
  const outermost = innermost - SPHERE_RADIUS + DEEPEST;
  const pitch = 2 * SPHERE_RADIUS;
  const centres: Triple[] = [];
  const half = Math.ceil(DRUM_RADIUS / pitch);
  const length = Math.floor(DRUM_LENGTH / pitch);
  for (let i = 0; i < length; i++) {
    for (let j = -half; j <= half; j++) {
      for (let k = -half; k <= half; k++) {
        const off = (): number => random.between(-JITTER, JITTER);
        const centre: Triple = [pitch * (i + 0.5 - length / 2) + off(), pitch * j + off(), pitch * k + off()];
        if (Math.sqrt(centre[1] ** 2 + centre[2] ** 2) <= outermost) centres.push(centre);
      }
    }
  }
  centres.sort((p, q) => p[2] - q[2]);
  const spheres = new Float64Array(4 * MIXER_SPHERES);
  for (let k = 0; k < MIXER_SPHERES; k++) spheres.set([...(centres[k] as Triple), SPHERE_RADIUS], 4 * k);
  const turning = rotating({ axis: [1, 0, 0], angularVelocity: TURNING });
  return {
    walls: [
      { mesh: drum(), motion: resting() },
      { mesh: blades(), motion: turning },
    ],
    spheres,
  };
}
