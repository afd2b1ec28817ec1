// SPDX-License-Identifier: MIT
/**
 * Every record that host and GPU share, by field name and type: uniform data, status words, bodies, clumps, pairs,
 * shapes and contacts. Kernels get their structs and word expressions from here, the host its words.
 */
import { GpuRecord } from './gpu-record.ts';

/** What a kernel is run over, and the numbers of the whole simulation. */
export const PARAMS = new GpuRecord('Params', {
  count: 'u32',
  chunkStart: 'u32',
  chunkCount: 'u32',
  chunkSize: 'u32',
  cells: 'vec3u',
  cellCount: 'u32',
  /** The chunk that springs are carried from. */
  oldStart: 'u32',
  oldCount: 'u32',
  /** Blocks of a prefix sum; workgroups where their sums are added up. */
  scanBlocks: 'u32',
  groupStart: 'u32',
  quantum: 'vec3f',
  timeStep: 'f32',
  perQuantum: 'vec3f',
  margin: 'f32',
  origin: 'vec3f',
  skin: 'f32',
  gravity: 'vec3f',
  localDamping: 'f32',
  periodic: 'vec3u',
  viscousKept: 'f32',
  ratio: 'vec3u',
  unit: 'f32',
  wider: 'vec3i',
  massUnit: 'f32',
  /** Room for pairs of convex bodies, and for blocks of their points. */
  pairCapacity: 'u32',
  poolCapacity: 'u32',
  /** What is done with the forces: the index of one of MODES (prelude.ts). */
  mode: 'u32',
  spare: 'u32',
});

/** A half-space: its frame in the grid of cells (gpu-walls.ts). */
export const WALL = new GpuRecord('Wall', {
  normal: 'vec3f',
  material: 'u32',
  high: 'vec3i',
  axis: 'i32',
  low: 'vec3i',
  unit: 'f32',
  offset: 'f32',
  reach: 'f32',
  /** Above 0 for one that moves. */
  moves: 'f32',
  spare: 'f32',
});

const WALL_NOW_FIELDS = {
  high: 'i32',
  low: 'i32',
  spare: 'vec2i',
  velocity: 'vec3f',
  fromOrigin: 'f32',
} as const;

/** A half-space at one step. */
const RESTING_WALL_NOW = new GpuRecord('WallNow', WALL_NOW_FIELDS);

/** The same with its rotation or moving surface, and its frame at that step. */
export const TURNING_WALL_NOW = new GpuRecord('WallNow', {
  ...WALL_NOW_FIELDS,
  rate: 'vec3f',
  rateSpare: 'f32',
  point: 'vec3f',
  pointSpare: 'f32',
  surface: 'vec3f',
  /** 0 for none, 1 for a rigid one, 2 for a belt. */
  surfaceKind: 'f32',
  frame: WALL,
});

export function wallNow(hasTurningWalls: boolean): typeof RESTING_WALL_NOW {
  return hasTurningWalls ? TURNING_WALL_NOW : RESTING_WALL_NOW;
}

/** An axis of a mesh's frame as a plane in the grid of cells. */
export const MESH_AXIS = new GpuRecord('MeshAxis', {
  normal: 'vec3f',
  offset: 'f32',
  high: 'vec3i',
  offsetHigh: 'i32',
  low: 'vec3i',
  offsetLow: 'i32',
});

/** A mesh at one step. */
export const MESH_NOW = new GpuRecord('MeshNow', {
  axes: [MESH_AXIS, 3],
  velocity: 'vec4f',
  rate: 'vec4f',
  point: 'vec4f',
  surface: 'vec3f',
  /** 0 for none, 1 for a rigid one, 2 for a belt. */
  surfaceKind: 'f32',
  surfaceRate: 'vec4f',
  surfacePoint: 'vec4f',
  turn: 'vec4i',
});

/** Before the walls and meshes of a step: its number, the half of the springs, the copy of the rows, regions due. */
export const STEP_HEAD = new GpuRecord('StepHead', { step: 'u32', parity: 'u32', rows: 'u32', due: 'u32' });

/** The inputs of a step for this many walls and meshes. */
export function stepInputs(halfSpaces: number, hasTurningWalls: boolean, meshes: number): GpuRecord<string> {
  return new GpuRecord<string>('StepInputs', {
    ...STEP_HEAD.fields,
    walls: [wallNow(hasTurningWalls), Math.max(1, halfSpaces)],
    ...(meshes > 0 && { meshes: [MESH_NOW, meshes] as const }),
  });
}

/** Vectors of the constants of a law: GPU_LAW_CELLS of wgsl-contact-force.ts and the bits of the law. */
export const LAW_VECTORS = 3;

/** Constants of laws, materials and walls. */
export function tables(materials: number, halfSpaces: number): GpuRecord<'laws' | 'densities' | 'walls'> {
  return new GpuRecord('Tables', {
    laws: ['vec4f', LAW_VECTORS * materials ** 2],
    densities: ['vec4f', materials],
    walls: [WALL, Math.max(1, halfSpaces)],
  });
}

/** A region in which bodies are looked for (pick.ts); materials have a bit each. */
export const REGION = new GpuRecord('Region', {
  a: 'vec3f',
  radius: 'f32',
  b: 'vec3f',
  spare: 'f32',
  kind: 'u32',
  materialsLow: 'u32',
  materialsHigh: 'u32',
  takesFixed: 'u32',
});

/** Lists of pairs of convex bodies (convex-prelude.ts). */
export const PAIR_LISTS = 15;

/** Words of the status buffer, before the sums of the workgroups. */
export const STATUS = new GpuRecord('Status', {
  /** The first step that must not be done: a body has left the margin of the list, or the host has to do something. */
  stopAt: 'u32',
  /** Most partners that a sphere would have had; pairs that convex bodies would have had. */
  partnersWanted: 'u32',
  /** Most contacts that a sphere would have had; blocks of points that flat contacts have, or would have had. */
  contactsWanted: 'u32',
  /** Place in the order + 1 of the first body with a state that is not finite, from the end. */
  notFinite: 'u32',
  /** Longest path since the list was made, bits of a float. */
  longestPath: 'u32',
  /** Largest overlap over the smaller radius, bits of a float. */
  deepest: 'u32',
  /** Bodies that have left the cells. */
  escaped: 'u32',
  /** Partners and contacts of all bodies. */
  partnerSum: 'u32',
  contactSum: 'u32',
  /** Spheres near meshes, for the rows of either number. */
  meshSlots: ['u32', 2],
  /** Most contacts with meshes that a sphere would have had. */
  meshContactsWanted: 'u32',
  /** Bodies that were found in a region. */
  picked: 'u32',
  /** Bodies that were taken out when the list was made, and perhaps those that there was no room for. */
  taken: 'u32',
  /** Vectors that overflow partners would have taken, where there was no room for them. */
  overflowWanted: 'u32',
  /**
   * Largest travel of a body in one step, relative to half its smallest thickness, if above LARGEST_TRAVEL; bits of a
   * float.
   */
  fastest: 'u32',
  /** Blocks of the pool that are taken. */
  poolCount: 'u32',
  /** Pairs in each list of convex-prelude.ts. */
  activeCount: ['u32', PAIR_LISTS],
  /** What there was no room for at meshes of convex bodies. */
  meshWanted: 'u32',
  /** Blocks of points that a step would have taken, where there was no room for them: their springs are lost. */
  blocksLost: 'u32',
});

/** A sphere in three buffers, a vector each: `position`, `motion`, `spin`. */
export const SPHERE_POSITION = new GpuRecord('SpherePosition', { position: 'vec3u', radius: 'u32' });
export const SPHERE_MOTION = new GpuRecord('SphereMotion', { velocity: 'vec3f', tag: 'u32' });
export const SPHERE_SPIN = new GpuRecord('SphereSpin', { angularVelocity: 'vec3f', cell: 'u32' });

/** A convex body in two buffers: `position`, and the vectors of `rest`. */
export const CONVEX_POSITION = new GpuRecord('ConvexPosition', { position: 'vec3u', radius: 'f32' });
export const CONVEX_REST = new GpuRecord('ConvexRest', {
  velocity: 'vec3f',
  tag: 'u32',
  angularVelocity: 'vec3f',
  /** Beside what contacts read; they do not need the last vector. */
  shape: 'u32',
  turn: 'vec4i',
  momentum: 'vec3f',
  cell: 'u32',
});

/** What a probe reports of a convex body or a clump. */
export const ANSWER = new GpuRecord('Answer', {
  force: 'vec3f',
  torqueX: 'f32',
  velocity: 'vec3f',
  torqueY: 'f32',
  angularVelocity: 'vec3f',
  torqueZ: 'f32',
});
/**
 * Of a convex body, behind the slots of pairs: what meshes do to it in a step (the force on it, the torque, losses), or
 * what a probe reports of it.
 */
export const BODY_SLOT = new GpuRecord('BodySlot', {
  ...ANSWER.fields,
  /** The step in which meshes wrote, and 1. */
  meshStamp: 'u32',
  spare: 'u32',
  spares: 'vec2u',
});

/** A clump. */
export const CLUMP = new GpuRecord('Clump', {
  position: 'vec3u',
  cell: 'u32',
  velocity: 'vec3f',
  tag: 'u32',
  angularVelocity: 'vec3f',
  firstMember: 'u32',
  turn: 'vec4i',
  momentum: 'vec3f',
  /** Number of its spheres; 0 for one that was taken out. */
  memberCount: 'u32',
  mass: 'f32',
  inertiaX: 'f32',
  inertiaY: 'f32',
  inertiaZ: 'f32',
});

/** A pair of convex bodies: the last normal, and the point and spring of a contact with one point. */
export const PAIR = new GpuRecord('Pair', {
  first: 'u32',
  second: 'u32',
  /** Number of points in the lowest four bits. */
  info: 'u32',
  /** Block of the pool with its points, where there are several. */
  block: 'u32',
  /**
   * And, of polyhedra that touch, the features that are kept; of a polyhedron that touches a superquadric, what the
   * overlap along other starts of the search is at least; of a pair that is apart, what is left of its gap.
   */
  normal: 'vec4f',
  point: 'vec4f',
  spring: 'vec4f',
});

/** A contact of convex bodies that is read back. */
export const CONTACT = new GpuRecord('ContactRecord', {
  pair: 'u32',
  first: 'u32',
  second: 'u32',
  number: 'u32',
  point: 'vec3f',
  overlap: 'f32',
  force: 'vec3f',
  spareForce: 'f32',
  normal: 'vec3f',
  spareNormal: 'f32',
});
