// SPDX-License-Identifier: MIT
/** Dense beds of convex bodies or clumps, with the modules of a build of Scree. */
import { pathToFileURL } from 'node:url';

export const RADIUS = 0.005;
const SHAPES = 32;

/** The modules of the build in a folder such as dist/. */
export async function buildAt(folder) {
  const root = pathToFileURL(`${folder}/`).href;
  const all = await Promise.all(
    [
      'gpu/convex/convex-arrays',
      'gpu/engine/gpu-adapter',
      'gpu/engine/gpu-simulation',
      'meshes/facet-mesh',
      'shapes/kinds/box',
      'shapes/kinds/capsule',
      'shapes/kinds/cone',
      'shapes/kinds/convex-polyhedron',
      'shapes/kinds/cylinder',
      'shapes/kinds/rounded',
      'shapes/kinds/superquadric',
      'shapes/kinds/tablet',
      'simulation/bodies/body-form',
    ].map((name) => import(`${root}${name}.js`)),
  );
  return Object.assign({}, ...all);
}

function unitVector(next) {
  const z = 2 * next() - 1;
  const angle = 2 * Math.PI * next();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** Cores swept by a ball, of about the volume of a hull; each factor is within a tenth of 1. */
const SWEPT = {
  capsules: ({ capsule }, f, g) => capsule({ radius: 0.5 * f, halfLength: 0.4 * g }),
  cylinders: ({ cylinder }, f, g) => cylinder({ radius: 0.6 * f, halfLength: 0.6 * g }),
  cones: ({ cone }, f, g) => cone({ radius: 0.8 * f, height: 1.3 * g }),
  tablets: ({ tablet }, f, g) => tablet({ diameter: 1.5 * f, bandHeight: 0.5 * g, capRadius: 1.2 * f }),
  rounded: ({ rounded, box }, f, g) =>
    rounded({ shape: box({ halfExtents: [0.55 * f, 0.45 * g, 0.4 * f] }), radius: 0.12 * g }),
};

function sweptNumber(k, build, kind, next) {
  const kinds = Object.keys(SWEPT);
  const one = kind in SWEPT ? kind : kinds[k % kinds.length];
  return SWEPT[one](build, 0.9 + 0.2 * next(), 0.9 + 0.2 * next()).scaled(RADIUS);
}

function shapeNumber(k, build, kind, next) {
  const isAll = kind === 'all';
  if (kind in SWEPT || kind === 'swept' || (isAll && k % 2 === 0))
    return sweptNumber(k >> (isAll ? 1 : 0), build, kind, next);
  if (kind === 'boxes')
    return build.box({ halfExtents: [0.7, 0.6, 0.5].map((x) => x * RADIUS * (0.9 + 0.2 * next())) });
  if (kind === 'superquadrics' || (kind === 'mixed' && k % 2 === 0) || (isAll && k % 4 === 1)) {
    return build.superquadric({
      semiAxes: [0.8, 0.7, 0.6].map((x) => x * RADIUS * (0.9 + 0.2 * next())),
      n1: 2 + (k % 3),
      n2: 2 + (k % 2),
    });
  }
  // Points that keep their distance, so that bodies are round rather than flat.
  const points = [];
  while (points.length < 8 + (k % 9)) {
    const v = unitVector(next);
    if (points.every((w) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2] < 0.7)) points.push(v);
    else if (next() < 0.001) points.push(v);
  }
  return build.polyhedron({ vertices: points.map((v) => v.map((x) => x * RADIUS)) });
}

/** Three spheres of about one size, each within the others. */
function clump(next) {
  const radius = 0.55 * RADIUS;
  return [0, 1, 2].map((k) => {
    const angle = (2 * Math.PI * k) / 3;
    const centre = [Math.cos(angle), Math.sin(angle), next() - 0.5].map((x) => 0.8 * radius * x);
    return { centre, radius: radius * (0.95 + 0.1 * next()) };
  });
}

/** hulls, boxes, superquadrics, mixed, one of SWEPT, swept (all of these), all or clumps: all shapes of a bed. */
export function shapesOf(build, kind, next) {
  return Array.from({ length: SHAPES }, (_, k) => {
    const name = `shape ${k}`;
    return kind === 'clumps'
      ? { name, clump: { spheres: clump(next) } }
      : { name, convex: shapeNumber(k, build, kind, next) };
  });
}

/** A face-centred lattice with some disorder and any orientations, periodic. */
export function lattice(build, shapes, wanted, fraction, next) {
  const volume = shapes.reduce((sum, shape) => sum + build.bodyForm(shape).volume, 0) / SHAPES;
  const a = Math.cbrt((4 * volume) / fraction);
  const side = Math.max(6, Math.round(Math.cbrt(wanted / 4)));
  const high = Math.max(6, Math.round(wanted / 4 / side / side));
  const count = 4 * side * side * high;
  const packing = build.emptyConvexBodies(count);
  const corners = [0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.5];
  for (let i = 0; i < count; i++) {
    const corner = 3 * (i & 3);
    const cell = i >> 2;
    const at = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side / side)];
    for (let axis = 0; axis < 3; axis++) {
      packing.position[3 * i + axis] = a * (at[axis] + 0.25 + corners[corner + axis]) + 0.3 * RADIUS * (next() - 0.5);
    }
    const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...q) || 1;
    for (let c = 0; c < 4; c++) packing.orientation[4 * i + c] = q[c] / length;
    packing.shape[i] = Math.floor(SHAPES * next());
  }
  return { packing, domain: { min: [0, 0, 0], max: [a * side, a * side, a * high], periodic: [true, true, true] } };
}

/** The spec of a bed in such a domain; `viscous` damping lets it settle. */
export function specOf(shapes, domain, viscous) {
  return {
    timeStep: 1e-5,
    gravity: [0, 0, 0],
    shapes,
    domain,
    materials: [
      { name: 'stone', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    neighbours: { skin: 0.3 * RADIUS },
    ...(viscous > 0 ? { damping: { viscous } } : {}),
  };
}

/** A slow shear keeps a bed moving, as beds do. */
export function shear(packing, domain) {
  for (let i = 0; i < packing.count; i++) {
    packing.velocity[3 * i] += 0.1 * Math.sin((2 * Math.PI * packing.position[3 * i + 2]) / domain.max[2]);
  }
}
