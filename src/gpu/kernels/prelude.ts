// SPDX-License-Identifier: MIT
/**
 * WGSL shared by all kernels: parameters, numbering of threads, cells, fixed-point positions and the words of a row.
 *
 * A position is an integer in quanta modulo four cells, 2^30 quanta per cell. The offset between two near spheres is a
 * wrapping difference, exact at any distance from the origin. The cell of a sphere at the last rebuild is stored with
 * its spin.
 *
 * A row holds the partners of one sphere: a word with counts, a bit for each partner in contact, the partners, and the
 * springs of walls. Rows are stored by planes of four words, [plane][sphere], so that neighbouring threads read
 * neighbouring words.
 */
import { LARGEST_TRAVEL } from '../../simulation/set-up.ts';
import { EXACT_DISTANCE } from './fixed-point-overlap.ts';

/** What a program is compiled for. */
export interface KernelForm {
  /** Words of touching bits: 1 for up to 30 partners a sphere, 3 for up to 96. */
  readonly maskWords: 1 | 3;
  /** Most partners of a sphere. */
  readonly partners: number;
  /** Most contacts of a sphere with others. */
  readonly contacts: number;
  /**
   * Sizes of cells where radii differ much, each half the last: spheres with more partners than a row holds then have
   * them in the overflow buffer (overflow-partners.ts). Else 0.
   */
  readonly levels: number;
  readonly halfSpaces: number;
  /** Some half-spaces turn, or have a surface that runs. */
  readonly hasTurningWalls: boolean;
  readonly meshes: number;
  readonly materials: number;
  /** Bits of the law (LawBits) where it is the same for all pairs of materials. */
  readonly law: number | undefined;
  /** Global or viscous damping. */
  readonly isDamped: boolean;
  /** Losses are added up, for the energy balance. */
  readonly hasAccounts: boolean;
  /** Orientations of spheres are followed. */
  readonly isTurning: boolean;
  /** Regions that spheres are looked for in; 0 where none ever comes or goes. */
  readonly regions: number;
  /**
   * Travel of a body in one step, relative to half its smallest thickness, above which it may have passed through
   * something.
   */
  readonly travelLimit: number;
  /** Rows and springs lie in one buffer, for a device that binds no more than eight to a kernel. */
  readonly isPacked?: boolean;
  /**
   * Binary digits by which offsets from the centre of a clump to its spheres are coarser than positions, so that they
   * fit into a word; not there without clumps.
   */
  readonly clumps?: number | undefined;
}

/** Threads of a workgroup. */
export const GROUP = 128;
/** Words of the status buffer before the sums of the workgroups. */
export const STATUS_WORDS = 20;
/** The first step that must not be done: a sphere has left the margin of the list. */
export const STOP_AT = 0;
/** Most partners that a sphere would have had. */
export const PARTNERS_WANTED = 1;
/** Most contacts that a sphere would have had. */
export const CONTACTS_WANTED = 2;
/** Place in the order + 1 of the first sphere with a state that is not finite, from the end. */
export const NOT_FINITE = 3;
/** Longest path since the list was made, bits of a float. */
export const LONGEST_PATH = 4;
/** Largest overlap over the smaller radius, bits of a float. */
export const DEEPEST = 5;
/** Spheres that have left the cells. */
export const ESCAPED = 6;
/** Partners and contacts of all spheres. */
export const PARTNER_SUM = 7;
export const CONTACT_SUM = 8;
/** Spheres near meshes, for the rows of either number; most contacts with meshes that a sphere would have had. */
export const MESH_SLOTS = 9;
export const MESH_CONTACTS_WANTED = 11;
/**
 * In the first word of a row: the sphere is near a mesh. Between it and the number of partners are the bits of
 * half-spaces.
 */
export const NEAR_MESH = 0x80000000;
export const HALF_SPACE_BITS = 0xffff00;
/** There too: the sphere has overflow partners; the third word then says where they are. */
export const OVERFLOWS = 0x1000000;
/** Spheres that were found in a region. */
export const PICKED = 12;
/** Vectors that overflow partners would have taken, where there was no room for them. */
export const OVERFLOW_WANTED = 13;
/**
 * Largest travel of a body in one step, relative to half its smallest thickness, if above LARGEST_TRAVEL; bits of a
 * float.
 */
export const FASTEST = 16;
/**
 * Sums of a workgroup: damping, friction, rolling, work of walls, global damping; from a probe kinetic, rotational,
 * potential, elastic energy.
 */
export const GROUP_SUMS = 9;
export const ENERGY_SUMS = 5;

/** In the lowest byte of a sphere's path. */
export const FIXED = 0x80;
export const FRESH = 0x40;
export const MATERIAL_MASK = 0x3f;
/**
 * Above that byte, where there are clumps: the sphere belongs to one. If it is free, the mass of the whole clump is
 * there instead of its path, which the clump has.
 */
export const MEMBER = 0x100;
/**
 * Such a mass is a float of the unit of masses, at least the largest, with five bits of exponent and eighteen of
 * mantissa: less than the bits of its least value, and without the last ones.
 */
export const LEAST_MASS_BITS = 0x30000000;
export const MASS_SHIFT = 4;
/** Instead of a sphere's cell: it is taken out when the next list is made. */
export const GONE = 0xffffffff;

/** Planes of a row that hold counts, bits and partners. */
export function listPlanes({ maskWords, partners }: KernelForm): number {
  return Math.ceil((headWords(maskWords) + partners) / 4);
}

export function rowPlanes(form: KernelForm): number {
  return listPlanes(form) + form.halfSpaces;
}

export function headWords(maskWords: 1 | 3): number {
  return 1 + maskWords;
}

export function prelude(form: KernelForm): string {
  const walls = Math.max(1, form.halfSpaces);
  const meshes =
    form.meshes === 0
      ? ''
      : /* wgsl */ `
struct MeshAxis { normal: vec3f, offset: f32, high: vec3i, offsetHigh: i32, low: vec3i, offsetLow: i32 }
struct MeshNow { axes: array<MeshAxis, 3>, velocity: vec4f, rate: vec4f, point: vec4f, surface: vec4f, surfaceRate: vec4f, surfacePoint: vec4f, turn: vec4i }`;
  return /* wgsl */ `
struct Params {
  count: u32, chunkStart: u32, chunkCount: u32, chunkSize: u32,
  cells: vec3u, cellCount: u32,
  oldStart: u32, oldCount: u32, scanBlocks: u32, groupStart: u32,
  quantum: vec3f, timeStep: f32,
  perQuantum: vec3f, margin: f32,
  origin: vec3f, skin: f32,
  gravity: vec3f, localDamping: f32,
  periodic: vec3u, viscousKept: f32,
  ratio: vec3u, unit: f32,${form.clumps === undefined ? '' : '\n  wider: vec3i, massUnit: f32,'}
}
struct Wall {
  normal: vec3f, material: u32, high: vec3i, axis: i32, low: vec3i, unit: f32, offset: f32, reach: f32, spare: vec2f
}
struct WallNow {
  high: i32, low: i32, spare: vec2i,
    velocity: vec4f${form.hasTurningWalls ? ', rate: vec4f, point: vec4f, surface: vec4f, frame: Wall' : ''}
}
${meshes}
struct StepInputs {
  step: u32, parity: u32, rows: u32, due: u32, walls: array<WallNow,
    ${walls}>${form.meshes === 0 ? '' : `, meshes: array<MeshNow, ${form.meshes}>`}
}
struct Tables {
  laws: array<vec4f, ${3 * form.materials ** 2}>, densities: array<vec4f, ${form.materials}>, walls: array<Wall,
    ${walls}>
}
@group(0) @binding(0) var<uniform> p: Params;

const GROUP = ${GROUP}u;
const HEAD = ${headWords(form.maskWords)}u;
const WORDS = ${form.maskWords}u;
const PARTNERS = ${form.partners}u;
const CONTACTS = ${form.contacts}u;
const LIST_PLANES = ${listPlanes(form)}u;
const HALF_SPACES = ${form.halfSpaces}u;
const CELL_BITS = 30u;
const FIXED = ${FIXED}u;
const FRESH = ${FRESH}u;
// Of the word with a path: what says who a sphere is.
const TAG = ${tagBits(form)}u;

fn indexOf(group: vec3u, groups: vec3u, local: u32) -> u32 { return (group.x + group.y * groups.x) * GROUP + local; }
fn unpackCell(word: u32) -> vec3u { return vec3u(word & 1023u, (word >> 10u) & 1023u, word >> 20u); }
fn packCell(cell: vec3u) -> u32 { return cell.x | (cell.y << 10u) | (cell.z << 20u); }
fn cellIndex(cell: vec3u) -> u32 { return (cell.z * p.cells.y + cell.y) * p.cells.x + cell.x; }
fn separation(a: vec3u, b: vec3u) -> vec3f { return vec3f(bitcast<vec3i>(b - a)) * p.quantum; }
fn pathOf(word: u32) -> f32 { return bitcast<f32>(word & ~TAG); }
fn materialOf(word: u32) -> u32 { return word & ${MATERIAL_MASK}u; }
${form.clumps === undefined ? '' : `// A sphere that its clump moves.\nfn isCarried(word: u32) -> bool { return (word & ${MEMBER + FIXED}u) == ${MEMBER}u; }`}
${EXACT_DISTANCE}`;
}

/** Bits of the word with a sphere's path that say who it is. */
export function tagBits({ clumps }: Pick<KernelForm, 'clumps'>): number {
  return clumps === undefined ? 0xff : 0x1ff;
}

/** Mass of a sphere, or of the clump that it belongs to, which is what its contacts move. */
export function massOf({ clumps }: KernelForm): string {
  const own = `tables.densities[tag & ${MATERIAL_MASK}u].x * radius * radius * radius`;
  return (
    'fn massOf(tag: u32, radius: f32) -> f32 { ' +
    `${clumps === undefined ? '' : `if (isCarried(tag)) { return bitcast<f32>(((tag & ~TAG) >> ${MASS_SHIFT}u) + ${LEAST_MASS_BITS}u) * p.massUnit; } `}return ` +
    `${own}; }`
  );
}

/** The uniform buffer with the step that is done, or that a list is made for. */
export const STEP_INPUTS = '@group(0) @binding(1) var<uniform> inputs: StepInputs;';

/** The status words that all kernels write, at this binding. */
export function statusAt(binding: number): string {
  return `@group(0) @binding(${binding}) var<storage, read_write> status: array<atomic<u32>>;`;
}

/**
 * Records the travel of a body in the step; its size is half its smallest thickness. If the body may have passed
 * through something, later steps do nothing. Few bodies are this fast, so the words are rarely written.
 */
export function noteTravel({ travelLimit }: Pick<KernelForm, 'travelLimit'>): string {
  return /* wgsl */ `
fn noteTravel(travel: f32, size: f32) {
  if (!(travel > ${LARGEST_TRAVEL} * size)) { return; }
  atomicMax(&status[${FASTEST}], bitcast<u32>(travel / size));
  if (travel > ${travelLimit} * size) { atomicMin(&status[${STOP_AT}], inputs.step + 1u); }
}`;
}

/** The first lines of a kernel over `count` things, one a thread. */
export function kernelOver(count: string): string {
  return /* wgsl */ `
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  if (t >= ${count}) { return; }`;
}

/** Nothing is done once a sphere has left the margin: the list is out of date. `step` is an expression. */
export function unlessStopped(step: string): string {
  return `if (atomicLoad(&status[${STOP_AT}]) <= ${step}) { return; }`;
}
