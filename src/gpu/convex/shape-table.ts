// SPDX-License-Identifier: MIT
/**
 * Shapes of convex bodies for the GPU, at size 1, in the frame of their principal axes about the centre of mass:
 * vertices, faces with outward normals, edges with the normals of both faces, and the edges at each vertex. A
 * superquadric or ellipsoid is five numbers, a sphere none. Other shapes are cores swept by a ball, whose radius may be
 * 0: of these or other numbers.
 */
import type { Ball } from '../../bodies/union-of-balls.ts';
import { conjugate, inverseRotate, multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { dot, length, normalise, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { PolyhedralTopology } from '../../shapes/polyhedral-topology.ts';
import type { ConvexShape, ConvexShapeQueries, GpuForm, GpuFrustum, GpuTablet } from '../../shapes/shape.ts';
import { bodyForm } from '../../simulation/bodies/body-form.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import { type Arc, directionBins } from './direction-bins.ts';

export const SPHERE = 0;
export const POLYHEDRON = 1;
export const SUPERQUADRIC = 2;
/** A core swept by a ball; a core is a polyhedron, a superquadric or one of those that follow. */
export const SWEPT = 3;
export const [FRUSTUM, TABLET] = [4, 5] as const;
/** Words of a shape's header; those of a swept shape that have its margin and the kind of its core. */
const HEADER_WORDS = 24;
const [MARGIN_WORD, CORE_WORD] = [21, 22];
/** Most vertices of a polyhedron. */
const MOST_VERTICES = 64;
/** Most corners of a face. */
const MOST_CORNERS = 16;
const [VERTEX_WORDS, FACE_WORDS, EDGE_WORDS] = [4, 8, 12];

/** Data of a shape on the host. */
export interface TableShape {
  readonly kind: number;
  /** Of a swept shape that of its core, of others the same. */
  readonly core: number;
  /** Of the ball around the centre of mass. */
  readonly radius: number;
  /** The same as simulations on the CPU give it, from a ball around another centre. */
  readonly shownRadius: number;
  readonly volume: number;
  /** About the principal axes, at unit density. */
  readonly inertia: readonly [number, number, number];
  readonly centroid: Vector3;
  readonly principal: Quaternion;
  /** Most corners of a face, or ends of an edge; 1 for a body without any. */
  readonly corners: number;
  readonly isBox: boolean;
  /** Bounding box, from the centre of mass along the axes of its own frame. */
  readonly ball: Ball;
}

export interface ShapeTable {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly shapes: readonly TableShape[];
}

/** The kind of a shape on the GPU, or why it has none. */
export function tableKind(shape: BodyShapeSpec): number | string {
  if ('sphere' in shape) return SPHERE;
  if ('clump' in shape) return 'clumps among shapes that are not made of spheres';
  if (!('convex' in shape)) return 'compounds';
  const form = gpuFormOf(shape.convex);
  if (typeof form === 'string') return form;
  const core = coreOf(form);
  if ('polyhedron' in form) {
    const { vertices, faceOffsets } = form.polyhedron;
    if (vertices.length > 3 * MOST_VERTICES) return `${vertices.length / 3} vertices: more than ${MOST_VERTICES}`;
    const corners = mostCorners(faceOffsets);
    if (corners > MOST_CORNERS) return `a face with ${corners} corners: more than ${MOST_CORNERS}`;
  }
  return core > SWEPT || form.margin !== undefined ? SWEPT : core;
}

function coreOf(form: GpuForm): number {
  if ('superquadric' in form) return SUPERQUADRIC;
  if ('polyhedron' in form) return POLYHEDRON;
  return 'frustum' in form ? FRUSTUM : TABLET;
}

function gpuFormOf(shape: ConvexShape): GpuForm | string {
  return (shape as ConvexShapeQueries).gpuForm?.() ?? `shapes of the kind ${shape.kind}`;
}

export function shapeTable(specs: readonly BodyShapeSpec[]): ShapeTable {
  const floats: number[] = new Array<number>(HEADER_WORDS * specs.length).fill(0);
  /** Words that are whole numbers, by position. */
  const whole = new Map<number, number>();
  const shapes = specs.map((spec, k) => writeShape(spec, HEADER_WORDS * k, floats, whole));
  while (floats.length % 4 !== 0 || floats.length === 0) floats.push(0);
  const words = new Uint32Array(floats.length);
  new Float32Array(words.buffer).set(floats);
  for (const [at, value] of whole) words[at] = value;
  return { words, shapes };
}

function writeShape(spec: BodyShapeSpec, at: number, floats: number[], whole: Map<number, number>): TableShape {
  const put = (k: number, values: readonly number[]): void => {
    values.forEach((value, c) => {
      floats[at + k + c] = value;
    });
  };
  /** What contacts read lies in the first vector: radii of the body, of the ball of its volume, of that around it. */
  const putSizes = (
    sizes: readonly [radius: number, equal: number, ball: number, volume: number],
    moments: readonly [number, number, number],
    inside: number,
  ): void => put(8, [...sizes, ...moments, inside]);
  const putNumbers = (...values: readonly number[]): void => put(16, values);
  const kind = tableKind(spec);
  if (typeof kind === 'string') throw new Error(kind);
  whole.set(at, kind);
  if ('sphere' in spec) {
    const { radius } = spec.sphere;
    const volume = massOfSphere(radius, 1);
    const moment = 0.4 * volume * radius * radius;
    putSizes([radius, radius, radius, volume], [moment, moment, moment], radius);
    const principal = { w: 1, x: 0, y: 0, z: 0 };
    const centroid = { x: 0, y: 0, z: 0 };
    return {
      kind,
      core: kind,
      radius,
      shownRadius: radius,
      volume,
      inertia: [moment, moment, moment],
      centroid,
      principal,
      corners: 1,
      isBox: false,
      ball: { centre: centroid, radius },
    };
  }
  const form = bodyForm(spec);
  const shape = 'convex' in spec ? spec.convex : undefined;
  if (form === undefined || shape === undefined) throw new Error(spec.name);
  const { volume, inertia, centroid, principal } = form;
  const equal = form.parts?.[0]?.radius ?? 0;
  const [around = { centre: ZERO_VECTOR, radius: form.radius }] = form.spheres;
  const ball = around.radius;
  const gpuForm = gpuFormOf(shape);
  if (typeof gpuForm === 'string') throw new Error(gpuForm);
  const { margin = 0 } = gpuForm;
  const core = coreOf(gpuForm);
  if (kind === SWEPT) {
    put(MARGIN_WORD, [margin]);
    whole.set(at + CORE_WORD, core);
  }
  const known = {
    kind,
    core,
    volume,
    inertia,
    centroid,
    principal,
    shownRadius: form.radius,
    ball: { centre: rotate(principal, around.centre), radius: ball },
  } as const;
  if ('polyhedron' in gpuForm) {
    const topology = gpuForm.polyhedron;
    const sizes = writePolyhedron(topology, centroid, principal, at, floats, whole);
    const radius = sizes.radius + margin;
    putSizes([radius, equal, ball, volume], inertia, sizes.inside + margin);
    const isBox = shape.kind === 'box';
    if (isBox) {
      // The principal axes are those of the box, in another order, to rounding.
      const { x, y, z } = inverseRotate(principal, shape.halfExtents);
      putNumbers(Math.abs(x), Math.abs(y), Math.abs(z));
    }
    return { ...known, radius, corners: mostCorners(topology.faceOffsets), isBox };
  }
  // The shape's own axes are principal ones, in its own order.
  const own = shape.massProperties().inertia;
  const moments = [own.xx, own.yy, own.zz] as const;
  const round = { ...known, inertia: moments, principal: { w: 1, x: 0, y: 0, z: 0 } } as const;
  if ('superquadric' in gpuForm) {
    const { semiAxes, n1, n2, inradius } = gpuForm.superquadric;
    putSizes([form.radius, equal, ball, volume], moments, inradius + margin);
    putNumbers(semiAxes.x, semiAxes.y, semiAxes.z, n1, n2);
    return { ...round, radius: form.radius, corners: 1, isBox: false };
  }
  const { outside, inside, numbers, corners } =
    'frustum' in gpuForm ? frustumCore(gpuForm.frustum, centroid.z) : tabletCore(gpuForm.tablet);
  putSizes([outside + margin, equal, ball, volume], moments, inside + margin);
  putNumbers(...numbers);
  return { ...round, radius: outside + margin, corners, isBox: false };
}

/** Radii of balls about the centre of mass around and inside a core, and its numbers in the table. */
interface RoundCore {
  readonly outside: number;
  readonly inside: number;
  readonly numbers: readonly [number, number, number, number];
  readonly corners: number;
}

/** The centre of mass is at this height. */
function frustumCore({ lower, upper, from, to }: GpuFrustum, centre: number): RoundCore {
  const [low, high] = [from - centre, to - centre];
  const slant = Math.sqrt((to - from) ** 2 + (lower - upper) ** 2);
  const side = slant > 0 ? ((to - from) * lower + (lower - upper) * low) / slant : 0;
  return {
    outside: Math.sqrt(Math.max(lower ** 2 + low ** 2, upper ** 2 + high ** 2)),
    inside: Math.min(side, -low, upper > 0 ? high : side),
    numbers: [lower, upper, low, high],
    // A cap is represented by a square.
    corners: lower > 0 ? 4 : 2,
  };
}

function tabletCore({ radius, half, capRadius, sunk }: GpuTablet): RoundCore {
  const apex = half + capRadius - sunk;
  return {
    outside: Math.max(apex, Math.sqrt(radius ** 2 + half ** 2)),
    inside: Math.min(apex, radius),
    numbers: [radius, half, capRadius, sunk],
    corners: 2,
  };
}

/** Up to four numbers below 256 in one word. */
function inBytes([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

function mostCorners(offsets: Int32Array): number {
  let most = 0;
  for (let k = 1; k < offsets.length; k++) most = Math.max(most, offsets[k] - offsets[k - 1]);
  return most;
}

function writePolyhedron(
  topology: PolyhedralTopology,
  centroid: Vector3,
  principal: Quaternion,
  at: number,
  floats: number[],
  whole: Map<number, number>,
): { radius: number; inside: number } {
  const { faceOffsets, faceVertices, facePlanes, vertexOffsets, vertexNeighbours, vertexFaceOffsets, vertexFaces } =
    topology;
  const vertices = triples(topology.vertices).map((p) => inverseRotate(principal, subtract(p, centroid)));
  const faces = faceOffsets.length - 1;
  const normals = Array.from({ length: faces }, (_, f) => {
    const [x = 0, y = 0, z = 0] = facePlanes.subarray(4 * f, 4 * f + 3);
    return normalise(inverseRotate(principal, { x, y, z }));
  });
  const loopOf = (f: number): Int32Array => faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]);
  const heights = normals.map((n, f) => dot(n, vertices[loopOf(f)[0]]));
  const edges = edgesOf(faces, loopOf);
  const firstVertex = floats.length;
  const firstFace = firstVertex + VERTEX_WORDS * vertices.length;
  const firstEdge = firstFace + FACE_WORDS * faces;
  const firstBin = firstEdge + EDGE_WORDS * edges.length;
  const edgesAround = normals.map((_, f) =>
    [...edges.keys()].filter((e) => edges[e]?.left === f || edges[e]?.right === f),
  );
  const arcOf = (e: number): Arc => {
    const { left = 0, right = 0 } = edges[e] ?? {};
    return [normals[left], normals[right]];
  };
  const bins = directionBins(
    vertices,
    edgesAround.map((around) => around.map(arcOf)),
  );
  const list = firstBin + bins.length;
  const words: number[] = [];
  /** Packs numbers below 256 into bytes; returns their address in vectors of four words. */
  const addBytes = (values: readonly number[]): number => {
    while (words.length % 4 !== 0) words.push(0);
    const from = (list + words.length) / 4;
    for (let k = 0; k < values.length; k += 4) words.push(inBytes(values.slice(k, k + 4)));
    return from;
  };
  /** A face's edges, the faces behind them and its corners, 16 bytes each, and then the planes of those faces. */
  const addSurroundings = (f: number): number => {
    const around = edgesAround[f] ?? [];
    const behind = around.map((e) => (edges[e]?.left === f ? edges[e]?.right : edges[e]?.left) ?? 0);
    const sixteen = (values: readonly number[]): number[] => [
      ...values,
      ...new Array<number>(16 - values.length).fill(0),
    ];
    const from = addBytes([...sixteen(around), ...sixteen(behind), ...sixteen([...loopOf(f)])]);
    for (const g of behind) {
      const { x, y, z } = normals[g];
      words.push(...new Uint32Array(Float32Array.of(x, y, z, heights[g]).buffer));
    }
    return from;
  };
  vertices.forEach((v, k) => {
    const around = [...vertexFaces.subarray(vertexFaceOffsets[k], vertexFaceOffsets[k + 1])];
    const next = [...vertexNeighbours.subarray(vertexOffsets[k], vertexOffsets[k + 1])];
    whole.set(floats.length + 3, addBytes([around.length, next.length, ...around, ...next]));
    floats.push(v.x, v.y, v.z, 0);
  });
  normals.forEach((n, f) => {
    whole.set(floats.length + 4, loopOf(f).length);
    whole.set(floats.length + 5, addSurroundings(f));
    whole.set(floats.length + 6, inBytes([...loopOf(f).subarray(0, 4)]));
    floats.push(n.x, n.y, n.z, heights[f], 0, 0, 0, 0);
  });
  for (const { from, to, left, right } of edges) {
    const u = normalise(subtract(vertices[to], vertices[from]));
    const [a, b] = [normals[left], normals[right]];
    whole.set(floats.length + 3, from | (to << 8));
    floats.push(u.x, u.y, u.z, 0, a.x, a.y, a.z, 0, b.x, b.y, b.z, 0);
  }
  bins.forEach((word) => {
    whole.set(floats.length, word);
    floats.push(0);
  });
  for (const value of words) {
    whole.set(floats.length, value);
    floats.push(0);
  }
  while (floats.length % 4 !== 0) floats.push(0);
  whole.set(at + 1, vertices.length);
  whole.set(at + 2, faces);
  whole.set(at + 3, edges.length);
  whole.set(at + 4, firstVertex / 4);
  whole.set(at + 5, firstFace / 4);
  whole.set(at + 6, firstEdge / 4);
  whole.set(at + 7, firstBin / 4);
  return { radius: Math.max(...vertices.map((v) => length(v))), inside: Math.min(...heights) };
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Every edge once, with the faces on both sides: the loop of the left one runs along it, that of the right one against
 * it.
 */
function edgesOf(faces: number, loopOf: (f: number) => Int32Array): Edge[] {
  const sides = new Map<string, number>();
  for (let f = 0; f < faces; f++) {
    const loop = loopOf(f);
    loop.forEach((v, k) => {
      sides.set(`${v},${loop[(k + 1) % loop.length]}`, f);
    });
  }
  const edges: Edge[] = [];
  for (const [key, left] of sides) {
    const [from = 0, to = 0] = key.split(',').map(Number);
    const right = sides.get(`${to},${from}`);
    if (from < to && right !== undefined) edges.push({ from, to, left, right });
  }
  return edges;
}

function triples(flat: ArrayLike<number>): Vector3[] {
  return Array.from({ length: flat.length / 3 }, (_, k) => ({
    x: flat[3 * k],
    y: flat[3 * k + 1],
    z: flat[3 * k + 2],
  }));
}

/** Of the shape's own frame from that of its principal axes, and back. */
export function ownOrientation(turn: Quaternion, { principal }: TableShape): Quaternion {
  return multiply(turn, conjugate(principal));
}

export function principalOrientation(orientation: Quaternion, { principal }: TableShape): Quaternion {
  return multiply(orientation, principal);
}

/** From the origin of the shape's own frame to the centre of mass, along the axes of the own frame, at this size. */
export function centroidAt({ centroid }: Pick<TableShape, 'centroid'>, factor: number): Vector3 {
  return scale(centroid, factor);
}
