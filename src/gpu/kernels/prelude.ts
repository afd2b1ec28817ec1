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
import { MESH_AXIS, MESH_NOW, PARAMS, STATUS, stepInputs, tables, WALL, wallNow } from './records.ts';

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
  /** Numbers of the meshes that are shapes without facets. */
  readonly shapeWalls: readonly number[];
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
/** Words of the status, by their names in STATUS. */
export const {
  stopAt: STOP_AT,
  partnersWanted: PARTNERS_WANTED,
  contactsWanted: CONTACTS_WANTED,
  notFinite: NOT_FINITE,
  longestPath: LONGEST_PATH,
  deepest: DEEPEST,
  escaped: ESCAPED,
  partnerSum: PARTNER_SUM,
  contactSum: CONTACT_SUM,
  meshSlots: MESH_SLOTS,
  meshContactsWanted: MESH_CONTACTS_WANTED,
  picked: PICKED,
  taken: TAKEN,
  overflowWanted: OVERFLOW_WANTED,
  fastest: FASTEST,
} = STATUS.at;
export const STATUS_WORDS = STATUS.words;
/**
 * In the first word of a row: the sphere is near a mesh. Between it and the number of partners are the bits of
 * half-spaces.
 */
export const NEAR_MESH = 0x80000000;
export const HALF_SPACE_BITS = 0xffff00;
/** There too: the sphere has overflow partners; the third word then says where they are. */
export const OVERFLOWS = 0x1000000;
/**
 * Sums of a workgroup: damping, friction, rolling, work of walls, global damping; from a probe kinetic, rotational,
 * potential, elastic energy.
 */
export const GROUP_SUMS = 9;
export const ENERGY_SUMS = 5;
/** Behind the sums of all workgroups: the force of each half-space on the bodies of a workgroup, from a probe. */
export const WALL_SUM_BYTES = 12;

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
/**
 * Instead of a sphere's cell: it is taken out when the next list is made, behind all others, where it stands still
 * until the host knows.
 */
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

/**
 * What is done with the forces: a step; a look at the present state, which changes nothing; a list of contacts. A
 * kernel that takes long to compile does all three, and asks `p.mode` where it writes.
 */
export const MODES = ['step', 'probe', 'contacts'] as const;
export type Mode = (typeof MODES)[number];

export function prelude(form: KernelForm): string {
  const { materials, halfSpaces, hasTurningWalls, meshes } = form;
  return /* wgsl */ `
${PARAMS.struct}
${WALL.struct}
${wallNow(hasTurningWalls).struct}
${meshes === 0 ? '' : `${MESH_AXIS.struct}\n${MESH_NOW.struct}`}
${stepInputs(halfSpaces, hasTurningWalls, meshes).struct}
${tables(materials, halfSpaces).struct}
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
fn isStep() -> bool { return p.mode == 0u; }
fn isContacts() -> bool { return p.mode == 2u; }
fn materialOf(word: u32) -> u32 { return word & ${MATERIAL_MASK}u; }
${form.clumps === undefined ? '' : `// A sphere that its clump moves.\nfn isCarried(word: u32) -> bool { return (word & ${MEMBER + FIXED}u) == ${MEMBER}u; }`}
${EXACT_DISTANCE}`;
}

/** Whether some meshes are of facets. */
export function hasFacets({ meshes, shapeWalls }: KernelForm): boolean {
  return meshes > shapeWalls.length;
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
