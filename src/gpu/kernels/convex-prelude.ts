// SPDX-License-Identifier: MIT
/**
 * WGSL shared by the kernels of convex bodies: the words of a body, of a shape and of a pair.
 *
 * A body has a position, as a sphere does (with the radius of the bounding ball about its centre of mass), and four
 * more vectors: velocity with path and tag, angular velocity with the cell, orientation of the principal axes in
 * integers of 2^-30, angular momentum with the shape. A pair has two bodies, or a body and a half-space, the last
 * normal (in the frame of the first body) and one contact point; more points are in a block of a pool. Forces of a pair
 * go to slots, which the bodies sum in a fixed order.
 */
import { CONE_COSINE } from '../convex/direction-bins.ts';
import { type KernelForm, prelude } from './prelude.ts';
import { BODY_SLOT, CONVEX_REST, PAIR_LISTS, STATUS } from './records.ts';

export interface ConvexForm extends KernelForm {
  /** Most contact points of a pair. */
  readonly points: number;
  /** Most corners of a face, and most edges and faces of a shape. */
  readonly corners: number;
  readonly edges: number;
  readonly faces: number;
  readonly hasPolyhedra: boolean;
  /** Nothing else is there. */
  readonly arePolyhedra: boolean;
  /** All polyhedra are boxes. */
  readonly areBoxes: boolean;
  /** Bodies that are not polyhedra, and superquadrics among them. */
  readonly hasSmooth: boolean;
  readonly hasSuperquadrics: boolean;
  /** Cores swept by a ball, of capsules, cylinders, cones, tablets and rounded shapes. */
  readonly hasSwept: boolean;
  /** Superquadrics, or rounded ones. */
  readonly hasSuperquadricCores: boolean;
}

/** Words of the status that only kernels of convex bodies use. */
export const {
  poolCount: POOL_COUNT,
  activeCount: ACTIVE_COUNT,
  meshWanted: MESH_WANTED,
  blocksLost: BLOCKS_LOST,
} = STATUS.at;
/** Kinds of pairs, each with a kernel of its own, so that all threads of a workgroup do the same. */
export const [NARROW_POLYHEDRA, NARROW_SMOOTH, NARROW_WALL, NARROW_MIXED] = [0, 1, 2, 3] as const;
/**
 * Pairs of superquadrics, and of one with a polyhedron, whose search is longer than that of most: all threads of a
 * subgroup would wait for it.
 */
export const [NARROW_LONG, NARROW_MIXED_LONG] = [4, 5] as const;
/** Pairs of polyhedra that touch, and may do so with the same features as before: with a face, or with two edges. */
export const [KEPT_FACES, KEPT_EDGES] = [6, 7] as const;
/** Those of them that touch in a single point as long as their features are kept. */
export const [SINGLE_FACES, SINGLE_EDGES] = [8, 9] as const;
/** Those that a search has found to touch. */
export const NARROW_FOUND = 10;
/** Those that lie flat on each other, with two faces or with an edge. */
export const [FLAT_FACES, FLAT_EDGES] = [11, 12] as const;
const BASIC_LISTS = 13;
/** Pairs with a swept shape, and those whose search is long. */
export const [NARROW_SWEPT, NARROW_SWEPT_LONG] = [BASIC_LISTS, BASIC_LISTS + 1] as const;

/** Lists of pairs that the kernels of a scene have. */
export function pairLists({ hasSwept }: Pick<ConvexForm, 'hasSwept'>): number {
  return hasSwept ? PAIR_LISTS : BASIC_LISTS;
}

/** How many pairs two lists have, and where in `watched` pair `k` is, if one comes after the other. */
export function twoLists(first: number, second: number): { count: string; row: (k: string) => string } {
  const begin = `atomicLoad(&status[${ACTIVE_COUNT + first}])`;
  return {
    count: `${begin} + atomicLoad(&status[${ACTIVE_COUNT + second}])`,
    row: (k) =>
      `select(${second}u * p.pairCapacity + ${k} - ${begin}, ${first}u * p.pairCapacity + ${k}, ${k} < ${begin})`,
  };
}
/** Second of a pair: a half-space. */
export const WALL_BIT = 0x80000000;
/**
 * Workgroups of kernels whose threads go on from pair to pair. A thread of the search clears two kilobytes of arrays
 * before its first pair, so fewer of them run.
 */
export const STRIDING_GROUPS = 4096;
export const SEARCH_GROUPS = 1536;

/** Where the BODY_SLOT of body `t` is among the slots: behind those of pairs, three vectors each. */
export function bodySlot(t: string): string {
  return `(3u * p.pairCapacity + ${BODY_SLOT.words / 4}u * ${t})`;
}

/** Superquadrics or ellipsoids among polyhedra. */
export function hasMixed({ hasPolyhedra, hasSuperquadrics }: ConvexForm): boolean {
  return hasPolyhedra && hasSuperquadrics;
}

export function convexPrelude(form: ConvexForm): string {
  return /* wgsl */ `${prelude(form)}
const POINTS = ${form.points}u;
const EDGES = ${Math.max(1, form.edges)}u;
const FACES = ${Math.max(1, form.faces)}u;
const FACE_WORDS = ${Math.ceil(form.faces / 32)}u;
const CONE_COSINE = ${CONE_COSINE};
const WALL_BIT = ${WALL_BIT}u;
const NO_BLOCK = 0xffffffffu;
`;
}

/**
 * Where in the buffer `watched`, behind the lists of pairs, the step of a pair's slot is, or a list of contacts begins.
 */
export function behindLists(form: Pick<ConvexForm, 'hasSwept'>): string {
  return `(${pairLists(form)}u * p.pairCapacity)`;
}

/** Bodies and shapes, from the bindings `position`, `rest` and `shapes`. */
export const BODIES = /* wgsl */ `
// ball is the radius of the smallest ball around the body.
struct Body {
  position: vec3u, radius: f32, ball: f32, velocity: vec3f, tag: u32, spin: vec3f, factor: f32, turn: mat3x3f,
    shape: u32, inverseMass: f32, equal: f32
}

// Orientations are of unit length to rounding only, which this makes up for.
fn matrixOf(q: vec4f) -> mat3x3f {
  let two = 2.0 / dot(q, q);
  let w = q.x; let x = q.y; let y = q.z; let z = q.w;
  return mat3x3f(
    vec3f(1.0 - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y)),
    vec3f(two * (x * y - w * z), 1.0 - two * (x * x + z * z), two * (y * z + w * x)),
    vec3f(two * (x * z + w * y), two * (y * z - w * x), 1.0 - two * (x * x + y * y)));
}
fn turnOf(i: u32) -> mat3x3f { return matrixOf(vec4f(bitcast<vec4i>(${CONVEX_REST.vector('rest', 'turn', 'i')})) * 9.313225746154785e-10); }
fn unitOf(v: vec3f) -> vec3f { return v / sqrt(dot(v, v)); }
fn headOf(shape: u32, k: u32) -> vec4u { return shapes[6u * shape + k]; }
// Radius, that of a sphere with as much volume, that of the smallest ball around it, volume.
fn sizesOf(shape: u32) -> vec4f { return bitcast<vec4f>(headOf(shape, 2u)); }
// Radius of the ball inside.
fn insideOf(shape: u32) -> f32 { return bitcast<f32>(headOf(shape, 3u).w); }
fn bodyAt(i: u32) -> Body {
  let a = position[i];
  let b = ${CONVEX_REST.vector('rest', 'velocity', 'i')};
  let c = ${CONVEX_REST.vector('rest', 'angularVelocity', 'i')};
  let shape = c.w;
  let sizes = sizesOf(shape);
  let radius = bitcast<f32>(a.w);
  // Quotients may be off in the last position.
  let factor = select(radius / sizes.x, 1.0, radius == sizes.x);
  let mass = tables.densities[materialOf(b.w)].x * sizes.w * factor * factor * factor;
  return Body(a.xyz, radius, factor * sizes.z, bitcast<vec3f>(b.xyz), b.w & 255u,
    bitcast<vec3f>(c.xyz), factor, turnOf(i), shape,
    select(1.0 / mass, 0.0, (b.w & FIXED) != 0u), sizes.y * factor);
}
// Radius that follows from the smallest moment of inertia; bounds rolling and twisting resistance.
fn inverseInertiaOf(b: Body) -> f32 {
  let moments = bitcast<vec3f>(headOf(b.shape, 3u).xyz);
  return b.inverseMass * sizesOf(b.shape).w / (min(moments.x, min(moments.y, moments.z)) * b.factor * b.factor);
}
`;
