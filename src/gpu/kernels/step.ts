// SPDX-License-Identifier: MIT
/**
 * WGSL: one step of a sphere: finds the partners in contact, sums their forces and those of half-spaces, updates
 * velocity and position (H2 eqs. 7 to 12, as in src/step-kernel/integrate.ts). A sphere reads the old states of all and
 * writes its own new one, so no sum depends on the order of threads.
 *
 * Springs of contacts are stored by rank: the k-th partner in contact has the k-th spring. They are read from one half
 * of their buffer and written to the other, because a new contact shifts those after it. The same text also evaluates
 * the present state without changing it. As `probe` it writes velocities of the present time, forces, torques and sums
 * of energies and of the forces of half-spaces, and counts contacts; as `contacts` it writes the force of each contact
 * to the unused half of the springs and to the unused rows.
 */

import {
  CONTACT_SUM,
  CONTACTS_WANTED,
  DEEPEST,
  ENERGY_SUMS,
  GONE,
  GROUP_SUMS,
  HALF_SPACE_BITS,
  type KernelForm,
  MATERIAL_MASK,
  type Mode,
  massOf,
  NEAR_MESH,
  NOT_FINITE,
  noteTravel,
  OVERFLOWS,
  prelude,
  rowPlanes,
  STATUS_WORDS,
  STEP_INPUTS,
  STOP_AT,
} from './prelude.ts';
import { WALL_SUMS } from './sum-reduction.ts';
import { heightAbove } from './wall-height.ts';
import { WALL_MOTION } from './wall-motion.ts';
import { contactLaw, springEnergy } from './wgsl-contact-force.ts';

export function stepKernel(form: KernelForm, mode: Mode): string {
  const isProbe = mode !== 'step';
  return [
    prelude(form),
    bindings(form, mode),
    contactLaw(form, isProbe ? 'energy' : 'losses'),
    pairs(form, mode),
    form.halfSpaces > 0 ? walls(form, mode) : '',
    sums(form, mode),
    isProbe ? '' : noteTravel(form),
    main(form, mode),
  ].join('\n');
}

/**
 * States before a step and, where it changes them, after it, without the spins if they are not needed; a look at
 * contacts writes to `scratch` instead.
 */
export function stateBindings(mode: Mode, scratch: string, hasSpinOut = true): string {
  const out =
    mode === 'contacts'
      ? `@group(0) @binding(6) var<storage, read_write> ${scratch}: array<vec4u>;`
      : /* wgsl */ `
@group(0) @binding(6) var<storage, read_write> positionOut: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> motionOut: array<vec4u>;
${hasSpinOut ? '@group(0) @binding(8) var<storage, read_write> spinOut: array<vec4u>;' : ''}`;
  return /* wgsl */ `
${STEP_INPUTS}
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> motion: array<vec4u>;
@group(0) @binding(5) var<storage, read> spin: array<vec4u>;
${out}`;
}

function bindings(form: KernelForm, mode: Mode): string {
  return /* wgsl */ `
${stateBindings(mode, 'scratch')}
@group(0) @binding(9) var<storage, read_write> rows: array<vec4u>;
${rowAccess(form, mode).springs}
@group(0) @binding(11) var<storage, read_write> status: array<atomic<u32>>;
${SPHERE}`;
}

/** Expressions for the words of rows and springs. */
interface RowAccess {
  /** Declares the springs. */
  readonly springs: string;
  row(at: string): string;
  spring(at: string): string;
  setSpring(at: string, value: string): string;
}

const APART: RowAccess = {
  springs: '@group(0) @binding(10) var<storage, read_write> springs: array<vec4f>;',
  row: (at) => `rows[${at}]`,
  spring: (at) => `springs[${at}]`,
  setSpring: (at, value) => `springs[${at}] = ${value};`,
};

/** Rows and springs in separate buffers; or in one: the rows of both lists, then both halves of the springs. */
function rowAccess(form: KernelForm, mode: Mode): RowAccess {
  if (!form.isPacked || mode === 'contacts') return APART;
  return {
    springs: /* wgsl */ `
fn rowsAt() -> u32 { return inputs.rows * ${rowPlanes(form)}u * p.chunkSize; }
fn springsAt() -> u32 { return ${2 * rowPlanes(form)}u * p.chunkSize; }`,
    row: (at) => `rows[rowsAt() + ${at}]`,
    // Rows are integers, so springs are read and written as their bits.
    spring: (at) => `bitcast<vec4f>(rows[springsAt() + ${at}])`,
    setSpring: (at, value) => `rows[springsAt() + ${at}] = bitcast<vec4u>(${value});`,
  };
}

export const SPHERE = /* wgsl */ `
struct Sphere {
  position: vec3u, size: u32, radius: f32, velocity: vec3f, tag: u32, spin: vec3f, mass: f32, inverseMass: f32
}
struct Load { force: vec3f, torque: vec3f, losses: vec4f }
`;

/** Whether a partner is touched, and what force it gives. */
export function pairForce(form: KernelForm): string {
  return /* wgsl */ `
${massOf(form)}

fn sphereOf(a: vec4u, b: vec4u, c: vec4u) -> Sphere {
  let radius = radiusOf(a.w);
  let mass = massOf(b.w, radius);
  return Sphere(a.xyz, a.w, radius, bitcast<vec3f>(b.xyz), b.w & TAG, bitcast<vec3f>(c.xyz), mass,
    select(1.0 / mass, 0.0, (b.w & FIXED) != 0u));
}

// Whether the two may touch: rounding leaves some in that do not, and none out.
fn touches(me: Sphere, j: u32) -> bool {
  let other = position[j];
  let d = separation(me.position, other.xyz);
  let reach = radiusOf(me.size + other.w);
  return dot(d, d) < reach * reach * 1.000002;
}

// How the two lie to each other, with the whole digits of the overlap, which is not above 0 where they do not touch.
struct Meeting { n: vec3f, overlap: f32, distance: f32, size: u32 }
fn meet(me: Sphere, j: u32) -> Meeting {
  let other = position[j];
  let d = separation(me.position, other.xyz);
  let squared = dot(d, d);
  var n = vec3f(1.0, 0.0, 0.0);
  var distance = 0.0;
  // Quanta are far above the smallest squares of float32, so this is false for equal positions alone.
  if (squared > 1.0e-36) { let inverse = inverseSqrt(squared); distance = squared * inverse; n = d * inverse; }
  return Meeting(n, reachBeyondPosition(me.size + other.w, me.position, other.xyz, distance), distance, other.w);
}

fn forceOfPartner(me: Sphere, j: u32, at: Meeting, was: bool, old: vec4f, deepest: ptr<function, f32>) -> Contact {
  let tail = motion[j];
  let radius = radiusOf(at.size);
  let mass = massOf(tail.w, radius);
  let inverseMass = select(1.0 / mass, 0.0, (tail.w & FIXED) != 0u);
  let touch = me.radius + radius;
  let inverse = select(0.0, 1.0 / at.distance, at.distance > 0.0);
  *deepest = max(*deepest, at.overlap / min(me.radius, radius));
  let both = me.inverseMass + inverseMass;
  let leverI = 0.5 * (at.distance + (me.radius - radius) * touch * inverse);
  let inverseInertia = 2.5 * (me.inverseMass / (me.radius * me.radius) + inverseMass / (radius * radius));
  let pair = (me.tag & ${MATERIAL_MASK}u) * ${form.materials}u + (tail.w & ${MATERIAL_MASK}u);
  return contactForce(pair, at.n, at.overlap, me.radius, radius, me.radius * radius / touch, 1.0 / both, leverI,
    at.distance - leverI,
    me.velocity - bitcast<vec3f>(tail.xyz), me.spin, bitcast<vec3f>(spin[j].xyz), inverseInertia, was, old, false);
}
`;
}

/** All partners of a row. */
function pairs(form: KernelForm, mode: Mode): string {
  const isProbe = mode !== 'step';
  const { row, spring, setSpring } = rowAccess(form, mode);
  const oldAt = '(oldRank + countOneBits(oldBits & (bit - 1u))) * p.chunkSize';
  const touch = (component: string, at: string): string =>
    `hit[(${at}) >> 5u] |= select(0u, 1u, ${at} < count && touches(me, select(i, ${component}, ${at} < count))) ` +
    `<< ((${at}) & 31u);`;
  const first = form.maskWords === 1 ? `${touch('head.z', '0u')} ${touch('head.w', '1u')}` : '';
  const accounts = form.hasAccounts && !isProbe;
  return /* wgsl */ `
${pairForce(form)}
fn partnerAt(t: u32, s: u32) -> u32 { let word = HEAD + s; return ${row('(word >> 2u) * p.chunkSize + t')}[word & 3u]; }

fn addPartners(t: u32, i: u32, me: Sphere, head: vec4u, load: ptr<function, Load>, deepest: ptr<function, f32>) -> u32 {
  let count = head.x & 255u;
  var hit: array<u32, WORDS>;
  ${first}
  for (var plane = 1u; plane * 4u < HEAD + count; plane++) {
    let four = ${row('plane * p.chunkSize + t')};
    let s = plane * 4u - HEAD;
    ${touch('four.x', 's')}
    ${touch('four.y', 's + 1u')}
    ${touch('four.z', 's + 2u')}
    ${touch('four.w', 's + 3u')}
  }
  let springsIn = inputs.parity * CONTACTS * p.chunkSize + t;
  ${mode === 'probe' ? '' : 'let springsOut = (1u - inputs.parity) * CONTACTS * p.chunkSize + t;'}
  var rank = 0u;
  var oldRank = 0u;
  var kept = head;
  for (var w = 0u; w < WORDS; w++) {
    let oldBits = head[1u + w];
    var todo = hit[w];
    while (todo != 0u) {
      let at = firstTrailingBit(todo);
      let bit = 1u << at;
      todo &= todo - 1u;
      let j = partnerAt(t, 32u * w + at);
      let meeting = meet(me, j);
      if (!(meeting.overlap > 0.0)) { hit[w] &= ~bit; continue; }
      let was = (oldBits & bit) != 0u;
      var old = vec4f(0.0);
      if (was) { old = ${spring(`springsIn + ${oldAt}`)}; }
      let contact = forceOfPartner(me, j, meeting, was, old, deepest);
      (*load).force += contact.force;
      (*load).torque += contact.moment;
      (*load).losses += 0.5 * contact.losses;
      ${mode === 'step' ? `if (rank < CONTACTS) { ${setSpring('springsOut + rank * p.chunkSize', 'contact.spring')} }` : ''}
      // By the partner's rank among the bits of the row, which may be those of the step before.
      ${mode === 'contacts' ? `if (was) { ${setSpring(`springsOut + ${oldAt}`, 'vec4f(contact.force, 1.0)')} }` : ''}
      ${mode === 'probe' ? '// As a list of contacts has them: once, and from the step after the first.\n      if (was && j > i) { rank++; }' : 'rank++;'}
    }
    ${
      accounts
        ? /* wgsl */ `
    var gone = oldBits & ~hit[w];
    while (gone != 0u) {
      let bit = gone & (~gone + 1u);
      gone &= gone - 1u;
      let other = motion[partnerAt(t, 32u * w + firstTrailingBit(bit))].w;
      let old = ${spring(`springsIn + ${oldAt}`)};
      (*load).losses.y += 0.5 * springEnergy((me.tag & ${MATERIAL_MASK}u) * ${form.materials}u +
        (other & ${MATERIAL_MASK}u), old);
    }`
        : ''
    }
    oldRank += countOneBits(oldBits);
    kept[1u + w] = hit[w];
  }
  // When there is room for no more, the host makes some before the next step.
  ${isProbe || form.contacts >= form.partners ? '' : `if (rank >= CONTACTS) { atomicMax(&status[${CONTACTS_WANTED}], rank); atomicMin(&status[${STOP_AT}], inputs.step + 1u); }`}
  ${isProbe ? '' : `if (any(kept != head)) { ${row('t')} = kept; }`}
  return rank;
}
${accounts ? springEnergy(form) : ''}
`;
}

/**
 * Half-spaces: their distance is a difference of whole numbers where the wall is along an axis, and the sum of two such
 * parts where it is oblique.
 */
function walls(form: KernelForm, mode: Mode): string {
  const isProbe = mode !== 'step';
  const { row } = rowAccess(form, mode);
  const accounts = form.hasAccounts && !isProbe;
  return /* wgsl */ `
${heightAbove(form)}

${form.hasTurningWalls ? WALL_MOTION : ''}
${mode === 'probe' ? 'var<private> wallForces: array<vec3f, HALF_SPACES>;' : ''}
fn addWalls(t: u32, me: Sphere, cell: vec3u, header: u32, load: ptr<function, Load>,
  deepest: ptr<function, f32>) -> u32 {
  var bits = header;
  for (var k = 0u; k < HALF_SPACES; k++) {
    let bit = 256u << k;
    let was = (bits & bit) != 0u;
    let above = wallHeight(k, me.position, cell);
    let height = above.metres;
    var overlap = me.radius - height;
    if (!above.isFar) { overlap = reachBelow(me.size, above.quanta); }
    let at = (LIST_PLANES + k) * p.chunkSize + t;
    let pair = (me.tag & ${MATERIAL_MASK}u) * ${form.materials}u + tables.walls[k].material;
    if (overlap > 0.0) {
      *deepest = max(*deepest, overlap / me.radius);
      var old = vec4f(0.0);
      if (was) { old = bitcast<vec4f>(${row('at')}); }
      ${form.hasTurningWalls ? 'let n = -inputs.walls[k].frame.normal;\n      let wall = wallMotion(k, me.position, cell, height, n);\n      let velocity = wall.velocity;' : 'let n = -tables.walls[k].normal;\n      let velocity = inputs.walls[k].velocity.xyz;'}
      let contact = contactForce(pair, n, overlap, me.radius, me.radius, me.radius, me.mass, height, 0.0,
        me.velocity - velocity, me.spin, ${form.hasTurningWalls ? 'wall.rate' : 'vec3f(0.0)'},
          2.5 * me.inverseMass / (me.radius * me.radius), was, old, true);
      (*load).force += contact.force;
      (*load).torque += contact.moment;
      (*load).losses += contact.losses;
      ${accounts ? '(*load).losses.w += dot(contact.force, velocity) * p.timeStep;' : ''}
      ${accounts && form.hasTurningWalls ? '(*load).losses.w += dot(contact.moment - height * cross(n, contact.force), wall.rate) * p.timeStep;' : ''}
      ${mode === 'step' ? `${row('at')} = bitcast<vec4u>(contact.spring);` : ''}
      ${mode === 'contacts' ? 'scratch[at] = bitcast<vec4u>(vec4f(contact.force, 1.0));' : ''}
      ${mode === 'probe' ? '// As in a list of contacts: from the step after the first.\n      if (was) { wallForces[k] = contact.force; }' : ''}
      bits |= bit;
    } else {
      ${accounts ? `if (was) { (*load).losses.y += springEnergy(pair, bitcast<vec4f>(${row('at')})); }` : ''}
      bits &= ~bit;
    }
  }
  return bits;
}
`;
}

/** Sums over a workgroup, in an order that never changes, to the group's own words. */
function sums(form: KernelForm, mode: Mode): string {
  const isProbe = mode === 'probe';
  if (mode === 'contacts' || !(form.hasAccounts || isProbe)) return '';
  return /* wgsl */ `
var<workgroup> shared4: array<vec4f, GROUP>;
var<workgroup> shared1: array<f32, GROUP>;
const ROUND = 16u;
fn addToGroup(local: u32, group: u32, four: vec4f, one: f32) {
  shared4[local] = four;
  shared1[local] = one;
  // Two rounds of short sums: barriers cost more than additions.
  workgroupBarrier();
  var sum4 = vec4f(0.0);
  var sum1 = 0.0;
  if (local < ROUND) { for (var k = local; k < GROUP; k += ROUND) { sum4 += shared4[k]; sum1 += shared1[k]; } }
  workgroupBarrier();
  if (local < ROUND) { shared4[local] = sum4; shared1[local] = sum1; }
  workgroupBarrier();
  if (local > 0u) { return; }
  let at = ${STATUS_WORDS}u + (p.groupStart + group) * ${GROUP_SUMS}u;
  for (var k = 1u; k < ROUND; k++) { sum4 += shared4[k]; sum1 += shared1[k]; }
  ${
    isProbe
      ? `for (var k = 0u; k < 4u; k++) { atomicStore(&status[at + ${ENERGY_SUMS}u + k], bitcast<u32>(sum4[k])); }\n  atomicAdd(&status[${CONTACT_SUM}], u32(sum1));`
      : 'for (var k = 0u; k < 4u; k++) { addWord(at + k, sum4[k]); }\n  addWord(at + 4u, sum1);'
  }
}
fn addWord(at: u32, x: f32) { atomicStore(&status[at], bitcast<u32>(bitcast<f32>(atomicLoad(&status[at])) + x)); }
${isProbe && form.halfSpaces > 0 ? WALL_SUMS : ''}`;
}

function main(form: KernelForm, mode: Mode): string {
  const { row } = rowAccess(form, mode);
  const accounts = mode === 'probe' || (mode === 'step' && form.hasAccounts);
  const wallsEnd = {
    step: ` if (header != head.x) { head.x = header; ${row('t')} = head; }`,
    probe: ` one += f32(countOneBits(header & head.x & ${HALF_SPACE_BITS}u));`,
    contacts: '',
  }[mode];
  return /* wgsl */ `
${form.regions > 0 ? goneText(mode) : ''}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  var four = vec4f(0.0);
  var one = 0.0;
  if (t < p.chunkCount && atomicLoad(&status[${STOP_AT}]) > inputs.step${form.regions > 0 ? ' && !isGone(p.chunkStart + t)' : ''}) {
    let i = p.chunkStart + t;
    let a = position[i];
    let b = motion[i];
    let c = spin[i];
    let me = sphereOf(a, b, c);
    var load = Load(vec3f(0.0), vec3f(0.0), vec4f(0.0));
    var deepest = 0.0;
    var head = ${row('t')};
    ${form.halfSpaces > 0 ? `let cell = unpackCell(c.w);\n    if (me.inverseMass > 0.0) { let header = addWalls(t, me, cell, head.x, &load, &deepest);${wallsEnd} }` : ''}
    ${(form.meshes > 0 || form.levels > 0) && mode !== 'contacts' ? otherLoad(form) : ''}
    ${mode === 'probe' ? 'one += f32(' : '_ = ('}addPartners(t, i, me, head, &load, &deepest));
    ${mode === 'step' ? stepEnd(form) : mode === 'probe' ? probeEnd(form) : ''}
    four = load.losses;
  }
  ${mode === 'probe' && form.halfSpaces > 0 ? 'addWallForces(local, group.x + group.y * groups.x);' : ''}
  ${accounts ? 'addToGroup(local, group.x + group.y * groups.x, four, one);' : ''}
}
`;
}

/** Spheres that were taken out, behind the others, stand still: the list three lists on asks how far they went. */
function goneText(mode: Mode): string {
  return /* wgsl */ `
fn isGone(i: u32) -> bool {
  if (spin[i].w != ${GONE}u) { return false; }
  ${mode === 'step' ? 'positionOut[i] = position[i]; motionOut[i] = motion[i]; spinOut[i] = spin[i];' : ''}
  return true;
}`;
}

/** What meshes, or overflow partners, do to it lies where its new state goes. */
function otherLoad(form: KernelForm): string {
  return /* wgsl */ `
    if ((head.x & ${(form.meshes > 0 ? NEAR_MESH : 0) + (form.levels > 0 ? OVERFLOWS : 0)}u) != 0u) {
      let force = positionOut[i];
      let torque = motionOut[i];
      load.force += bitcast<vec3f>(force.xyz);
      load.torque += bitcast<vec3f>(torque.xyz);
      load.losses += bitcast<vec4f>(vec4u(force.w, torque.w, spinOut[i].xy));
    }`;
}

/**
 * Of what a clump carries: forces and torques, and what its new state begins with. The clump takes them from there
 * (clump-motion.ts).
 */
const CARRIED = /* wgsl */ `
    if (isCarried(b.w)) {
      positionOut[i] = vec4u(bitcast<vec3u>(load.force), a.w);
      motionOut[i] = vec4u(bitcast<vec3u>(load.torque), b.w);
      spinOut[i] = vec4u(0u, 0u, 0u, c.w);
    } else {`;

function probeEnd({ clumps }: KernelForm): string {
  return /* wgsl */ `
    let kick = select(0.5 * p.timeStep, 0.0, (me.tag & FRESH) != 0u);
    let inverseInertia = 2.5 * me.inverseMass / (me.radius * me.radius);
    var v = me.velocity;
    var w = me.spin;
    if (me.inverseMass > 0.0${clumps === undefined ? '' : ' && !isCarried(b.w)'}) {
      v += (me.inverseMass * load.force + p.gravity) * kick;
      w += inverseInertia * load.torque * kick;
      let cellOf = unpackCell(c.w);
      let x = separation(cellOf << vec3u(CELL_BITS), me.position) + vec3f(cellOf) * p.quantum * 1073741824.0;
      load.losses.x = 0.5 * me.mass * dot(v, v);
      load.losses.y = 0.5 / inverseInertia * dot(w, w);
      load.losses.z = -me.mass * dot(p.gravity, x);
    }
    positionOut[i] = vec4u(bitcast<vec3u>(load.force), bitcast<u32>(load.torque.x));
    motionOut[i] = vec4u(bitcast<vec3u>(v), bitcast<u32>(load.torque.y));
    spinOut[i] = vec4u(bitcast<vec3u>(w), bitcast<u32>(load.torque.z));`;
}

function stepEnd(form: KernelForm): string {
  const [carried, end] = form.clumps === undefined ? ['', ''] : [CARRIED, '}'];
  return /* wgsl */ `
    // Almost nothing overlaps so far: the one word is written seldom.
    if (deepest > 0.05 && bitcast<u32>(deepest) > atomicLoad(&status[${DEEPEST}])) {
      atomicMax(&status[${DEEPEST}], bitcast<u32>(deepest));
    }
    ${carried}
    let kick = select(p.timeStep, 0.5 * p.timeStep, (me.tag & FRESH) != 0u);
    let inverseInertia = 2.5 * me.inverseMass / (me.radius * me.radius);
    var v = me.velocity;
    var w = me.spin;
    if (me.inverseMass > 0.0) {
      var acceleration = me.inverseMass * load.force + p.gravity;
      var turning = inverseInertia * load.torque;
      ${
        form.isDamped
          ? /* wgsl */ `
      let freeV = acceleration * kick;
      let freeW = turning * kick;
      acceleration -= p.localDamping * abs(acceleration) * sign(v);
      turning -= p.localDamping * abs(turning) * sign(w);
      v = p.viscousKept * v + acceleration * kick;
      w = p.viscousKept * w + turning * kick;
      one = 0.5 * (me.mass * dot(freeV - (v - me.velocity), v + me.velocity) + dot(freeW - (w - me.spin), w + me.spin) / inverseInertia);`
          : 'v += acceleration * kick;\n      w += turning * kick;'
      }
    }
    let all = dot(v, vec3f(1.0)) + dot(w, vec3f(1.0));
    // Not a number, or infinite: the bits say so whatever the compiler thinks of comparisons.
    if ((bitcast<u32>(all) & 0x7f800000u) == 0x7f800000u) {
      atomicMax(&status[${NOT_FINITE}], 0xffffffffu - i);
      v = me.velocity;
      w = me.spin;
    }
    let displacement = vec3i(round(v * p.timeStep * p.perQuantum));
    positionOut[i] = vec4u(me.position + bitcast<vec3u>(displacement), a.w);
    let path = pathOf(b.w) + length(v) * p.timeStep;
    motionOut[i] = vec4u(bitcast<vec3u>(v), ((bitcast<u32>(path) & ~TAG) + (TAG + 1u)) | (me.tag & ~FRESH));
    spinOut[i] = vec4u(bitcast<vec3u>(w), c.w);
    noteTravel(length(v) * p.timeStep, me.radius);
    if (path > p.margin) { atomicMin(&status[${STOP_AT}], inputs.step + 1u); }
    ${end}`;
}
