// SPDX-License-Identifier: MIT
/**
 * WGSL: motion of clumps, one thread per clump, after the step of their spheres. A clump sums the forces and torques
 * that the step wrote to the new states of its spheres, moves as in src/step-kernel/integrate-clumps.ts
 * (rigid-motion.ts), and writes the new states. Offsets and orientations are integers with 60-bit products, so the
 * spheres keep their positions in the clump to one or two quanta.
 */

import { cellNow } from './cells.ts';
import { pickKernel } from './pick.ts';
import {
  type KernelForm,
  kernelOver,
  LONGEST_PATH,
  NOT_FINITE,
  noteTravel,
  prelude,
  STEP_INPUTS,
  STOP_AT,
  statusAt,
  unlessStopped,
} from './prelude.ts';
import { ANSWER, CLUMP } from './records.ts';
import { groupSums, RIGID_TURN, rigidKick, rigidProbe } from './rigid-motion.ts';

/** In what is found in regions: the index is that of a clump. */
export const CLUMP_MARK = 0x80000000;

const BODY = /* wgsl */ `
    let a = ${CLUMP.vector('clumps', 'position')};
    let b = ${CLUMP.vector('clumps', 'velocity')};
    let c = ${CLUMP.vector('clumps', 'angularVelocity')};
    let orientation = bitcast<vec4i>(${CLUMP.vector('clumps', 'turn')});
    let q0 = vec4f(orientation) * QUANTUM;
    let d = ${CLUMP.vector('clumps', 'momentum')};
    let own = bitcast<vec4f>(${CLUMP.vector('clumps', 'mass')});
    let mass = own.x;
    let inertia = own.yzw;
    let isFixed = (b.w & FIXED) != 0u;
    var v = bitcast<vec3f>(b.xyz);
    var w = bitcast<vec3f>(c.xyz);
    var l = bitcast<vec3f>(d.xyz);`;

/** Metres of the whole numbers in which offsets from the centre are counted. */
const offsetUnit = ({ clumps = 0 }: KernelForm): string => `(p.unit * ${2 ** clumps}.0)`;

/** Kernel after a step. */
export function moveClumpsKernel(form: KernelForm): string {
  const accounts = form.hasAccounts && form.isDamped;
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read_write> positionOut: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> motionOut: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> spinOut: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> clumps: array<vec4u>;
@group(0) @binding(6) var<storage, read> members: array<u32>;
@group(0) @binding(7) var<storage, read> offsets: array<vec4i>;
@group(0) @binding(8) var<storage, read_write> paths: array<f32>;
${statusAt(9)}
${accounts ? groupSums('step') : ''}
${RIGID_TURN}
${WHOLE_TURN}
${noteTravel(form)}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  var one = 0.0;
  if (t < p.count && atomicLoad(&status[${STOP_AT}]) > inputs.step) {
    ${BODY}
    if (!isFixed && d.w > 0u) {
      var load = Load(vec3f(0.0), vec3f(0.0), vec4f(0.0));
      for (var k = c.w; k < c.w + d.w; k++) {
        let i = members[k];
        let force = bitcast<vec3f>(positionOut[i].xyz);
        load.force += force;
        load.torque += bitcast<vec3f>(motionOut[i].xyz) +
          cross(turned(q0, vec3f(offsets[k].xyz) * ${offsetUnit(form)}), force);
      }
      let kick = select(p.timeStep, 0.5 * p.timeStep, (b.w & FRESH) != 0u);
      ${rigidKick(form)}
      var turn = turnOf(q0, l, inertia, excess(orientation));
      w = turn.rate;
      if (isBeyondNumbers(dot(v, vec3f(1.0)) + dot(l, vec3f(1.0)) + dot(w, vec3f(1.0)))) {
        atomicMax(&status[${NOT_FINITE}], 0xffffffffu - members[c.w]);
        v = bitcast<vec3f>(b.xyz);
        w = bitcast<vec3f>(c.xyz);
        l = bitcast<vec3f>(d.xyz);
        turn.change = vec4i(0);
      }
      let now = orientation + turn.change;
      let centre = a.xyz + bitcast<vec3u>(vec3i(round(v * p.timeStep * p.perQuantum)));
      ${CLUMP.vector('clumps', 'position')} = vec4u(centre, a.w);
      ${CLUMP.vector('clumps', 'velocity')} = vec4u(bitcast<vec3u>(v), b.w & ~FRESH);
      ${CLUMP.vector('clumps', 'angularVelocity')} = vec4u(bitcast<vec3u>(w), c.w);
      ${CLUMP.vector('clumps', 'turn')} = bitcast<vec4u>(now);
      ${CLUMP.vector('clumps', 'momentum')} = vec4u(bitcast<vec3u>(l), d.w);
      let axes = wholeAxes(now);
      var far = 0.0;
      for (var k = c.w; k < c.w + d.w; k++) {
        let i = members[k];
        let offset = turnedOffset(axes, offsets[k].xyz);
        let r = vec3f(offset) * (p.quantum * ${2 ** (form.clumps ?? 0)}.0);
        far = max(far, dot(r, r));
        let speed = v + cross(w, r);
        noteTravel(length(speed) * p.timeStep, radiusOf(positionOut[i].w));
        positionOut[i] = vec4u(centre + (bitcast<vec3u>(offset) << vec3u(${form.clumps ?? 0}u)), positionOut[i].w);
        motionOut[i] = vec4u(bitcast<vec3u>(speed), motionOut[i].w);
        spinOut[i] = vec4u(bitcast<vec3u>(w), spinOut[i].w);
      }
      // The chord of a turn is shorter than its arc; rounded up.
      let path = paths[t] + 1.00001 * p.timeStep * (length(v) + sqrt(far) * length(w));
      paths[t] = path;
      if (path > p.margin) { atomicMin(&status[${STOP_AT}], inputs.step + 1u); }
    }
  }
  ${accounts ? 'addToGroup(local, group.x + group.y * groups.x, vec4f(0.0), one);' : ''}
}`;
}

/** Whole numbers turned by whole numbers. */
const WHOLE_TURN = /* wgsl */ `
// How much the square of an orientation's length is above 1.
fn excess(q: vec4i) -> f32 {
  let w = scaledProduct(q.x, q.x);
  let x = scaledProduct(q.y, q.y);
  let y = scaledProduct(q.z, q.z);
  let z = scaledProduct(q.w, q.w);
  return (f32(w.whole + x.whole + y.whole + z.whole - 1073741824) + w.rest + x.rest + y.rest + z.rest) * QUANTUM;
}
fn sumOf(a: Split, b: Split) -> Split { return Split(a.whole + b.whole, a.rest + b.rest); }
fn lessOf(a: Split, b: Split) -> Split { return Split(a.whole - b.whole, a.rest - b.rest); }
fn roundedSplit(a: Split) -> i32 { return a.whole + i32(round(a.rest)); }
fn twice(a: Split) -> i32 { return 2 * a.whole + i32(round(2.0 * a.rest)); }
// The rows of the matrix of an orientation.
struct Axes { x: vec3i, y: vec3i, z: vec3i }
fn wholeAxes(q: vec4i) -> Axes {
  let ww = scaledProduct(q.x, q.x);
  let xx = scaledProduct(q.y, q.y);
  let yy = scaledProduct(q.z, q.z);
  let zz = scaledProduct(q.w, q.w);
  let xy = scaledProduct(q.y, q.z);
  let xz = scaledProduct(q.y, q.w);
  let yz = scaledProduct(q.z, q.w);
  let wx = scaledProduct(q.x, q.y);
  let wy = scaledProduct(q.x, q.z);
  let wz = scaledProduct(q.x, q.w);
  return Axes(
    vec3i(roundedSplit(lessOf(sumOf(ww, xx), sumOf(yy, zz))), twice(lessOf(xy, wz)), twice(sumOf(xz, wy))),
    vec3i(twice(sumOf(xy, wz)), roundedSplit(lessOf(sumOf(ww, yy), sumOf(xx, zz))), twice(lessOf(yz, wx))),
    vec3i(twice(lessOf(xz, wy)), twice(sumOf(yz, wx)), roundedSplit(lessOf(sumOf(ww, zz), sumOf(xx, yy)))));
}
fn alongAxis(row: vec3i, o: vec3i, wider: i32) -> i32 {
  let along = sumOf(sumOf(scaledProduct(row.x, o.x), scaledProduct(row.y, o.y)), scaledProduct(row.z, o.z));
  if (wider == 0) { return roundedSplit(along); }
  // Quanta of an axis that is narrower than the widest.
  return roundedSplit(sumOf(along, scaledProduct(along.whole, wider)));
}
fn turnedOffset(axes: Axes, o: vec3i) -> vec3i {
  return vec3i(alongAxis(axes.x, o, p.wider.x), alongAxis(axes.y, o, p.wider.y), alongAxis(axes.z, o, p.wider.z));
}
`;

/** Kernel after a probe: what spheres feel lies where their new state would go. */
export function probeClumpsKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> positionOut: array<vec4u>;
@group(0) @binding(3) var<storage, read> motionOut: array<vec4u>;
@group(0) @binding(4) var<storage, read> spinOut: array<vec4u>;
@group(0) @binding(5) var<storage, read> clumps: array<vec4u>;
@group(0) @binding(6) var<storage, read> members: array<u32>;
@group(0) @binding(7) var<storage, read> offsets: array<vec4i>;
@group(0) @binding(8) var<storage, read_write> answers: array<vec4f>;
${statusAt(9)}
${groupSums('probe more')}
${RIGID_TURN}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  var energies = vec3f(0.0);
  if (t < p.count && atomicLoad(&status[${STOP_AT}]) > inputs.step) {
    ${BODY}
    if (d.w > 0u) {
      var load = Load(vec3f(0.0), vec3f(0.0), vec4f(0.0));
      for (var k = c.w; k < c.w + d.w; k++) {
        let i = members[k];
        let x = positionOut[i];
        let force = bitcast<vec3f>(x.xyz);
        load.force += force;
        load.torque += bitcast<vec3f>(vec3u(x.w, motionOut[i].w, spinOut[i].w)) +
          cross(turned(q0, vec3f(offsets[k].xyz) * ${offsetUnit(form)}), force);
      }
      let kick = select(0.5 * p.timeStep, 0.0, (b.w & FRESH) != 0u);
      if (!isFixed) {
        ${rigidProbe('a.xyz', 'a.w')}
      }
      ${ANSWER.vector('answers', 'force')} = vec4f(load.force, load.torque.x);
      ${ANSWER.vector('answers', 'velocity')} = vec4f(v, load.torque.y);
      ${ANSWER.vector('answers', 'angularVelocity')} = vec4f(w, load.torque.z);
    }
  }
  addToGroup(local, group.x + group.y * groups.x, vec4f(energies, 0.0), 0.0);
}`;
}

/**
 * When a list is made: where the spheres of a clump have gone in the order of spheres, and its own cell; its path
 * starts anew.
 */
export function followMembersKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read_write> clumps: array<vec4u>;
@group(0) @binding(3) var<storage, read> newIndex: array<u32>;
@group(0) @binding(4) var<storage, read> members: array<u32>;
@group(0) @binding(5) var<storage, read_write> membersOut: array<u32>;
@group(0) @binding(6) var<storage, read> paths: array<f32>;
@group(0) @binding(7) var<storage, read_write> pathsOut: array<f32>;
${statusAt(8)}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  let first = ${CLUMP.word('clumps', 'firstMember')};
  let count = ${CLUMP.word('clumps', 'memberCount')};
  if (count == 0u) { return; }
  for (var k = first; k < first + count; k++) { membersOut[k] = newIndex[members[k]]; }
  atomicMax(&status[${LONGEST_PATH}], bitcast<u32>(paths[t]));
  pathsOut[t] = 0.0;
  ${cellNow(`${CLUMP.vector('clumps', 'position')}.xyz`, CLUMP.word('clumps', 'cell'))}
}`;
}

/** Clumps in regions, by their centres. */
export function pickClumpsKernel(form: KernelForm): string {
  return pickKernel(form, {
    buffers: ['clumps'],
    position: `${CLUMP.vector('clumps', 'position')}.xyz`,
    cell: CLUMP.word('clumps', 'cell'),
    tag: CLUMP.word('clumps', 'tag'),
    isNone: `${CLUMP.word('clumps', 'memberCount')} == 0u`,
    mark: CLUMP_MARK,
  });
}
