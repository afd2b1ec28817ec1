// SPDX-License-Identifier: MIT
/**
 * WGSL: motion of convex bodies: translation by central differences, rotation by rigid-motion.ts. Each body sums the
 * slots of its pairs in a fixed order: those of its own row, then those in other rows.
 */
import { ACTIVE_COUNT, behindLists, bodySlot, type ConvexForm, convexPrelude, pairLists } from './convex-prelude.ts';
import { NOT_FINITE, noteTravel, STEP_INPUTS, STOP_AT } from './prelude.ts';
import { CONVEX_REST } from './records.ts';
import { groupSums, RIGID_TURN, rigidKick, rigidProbe } from './rigid-motion.ts';

type MotionMode = 'step' | 'probe';

export function motionKernel(form: ConvexForm, mode: MotionMode): string {
  const isProbe = mode === 'probe';
  const accounts = isProbe || form.hasAccounts;
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read_write> position: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read> ranges: array<vec4u>;
@group(0) @binding(7) var<storage, read> incident: array<u32>;
@group(0) @binding(8) var<storage, ${isProbe ? 'read_write' : 'read'}> slots: array<vec4f>;
@group(0) @binding(9) var<storage, read> watched: array<u32>;
@group(0) @binding(10) var<storage, read_write> status: array<atomic<u32>>;
${accounts ? groupSums(mode) : ''}
${RIGID_TURN}
${isProbe ? '' : noteTravel(form)}
fn addSlot(pair: u32, isOwn: bool, load: ptr<function, Load>) {
  let stamp = watched[${behindLists(form)} + pair];
  if ((stamp >> 2u) != inputs.step + 1u) { return; }
  let a = slots[3u * pair];
  let b = slots[3u * pair + 1u];
  let c = slots[3u * pair + 2u];
  let isWall = (stamp & 2u) != 0u;
  let isFirst = isOwn == ((stamp & 1u) == 0u);
  (*load).force += select(-a.xyz, a.xyz, isFirst);
  (*load).torque += select(c.xyz, b.xyz, isFirst);
  if (isOwn) { (*load).losses += vec4f(a.w, b.w, c.w, select(0.0, c.x, isWall)); }
}
// What meshes do to the body.
fn addMeshes(slot: u32, load: ptr<function, Load>) {
  if (bitcast<u32>(slots[slot + 3u].x) != inputs.step + 1u) { return; }
  let a = slots[slot];
  let b = slots[slot + 1u];
  let c = slots[slot + 2u];
  (*load).force += a.xyz;
  (*load).torque += b.xyz;
  (*load).losses += vec4f(a.w, b.w, c.w, c.x);
}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  var four = vec4f(0.0);
  var one = 0.0;
  if (t < p.count && atomicLoad(&status[${STOP_AT}]) > inputs.step) {
    var load = Load(vec3f(0.0), vec3f(0.0), vec4f(0.0));
    let range = ranges[t];
    for (var k = range.x; k < range.y; k++) { addSlot(k, true, &load); }
    for (var k = range.z; k < range.w; k++) { addSlot(incident[k], false, &load); }
    ${form.meshes > 0 ? `addMeshes(${bodySlot('t')}, &load);` : ''}
    let a = position[t];
    let b = ${CONVEX_REST.vector('rest', 'velocity')};
    let c = ${CONVEX_REST.vector('rest', 'angularVelocity')};
    let orientation = bitcast<vec4i>(${CONVEX_REST.vector('rest', 'turn')});
    let q0 = vec4f(orientation) * QUANTUM;
    let d = ${CONVEX_REST.vector('rest', 'momentum')};
    let sizes = bitcast<vec4f>(shapes[6u * c.w + 2u]);
    let moments = shapes[6u * c.w + 3u];
    let factor = bitcast<f32>(a.w) / sizes.x;
    let density = tables.densities[materialOf(b.w)].x;
    let mass = density * sizes.w * factor * factor * factor;
    let inertia = density * bitcast<vec3f>(moments.xyz) * (factor * factor) * (factor * factor * factor);
    let isFixed = (b.w & FIXED) != 0u;
    var v = bitcast<vec3f>(b.xyz);
    var w = bitcast<vec3f>(c.xyz);
    var l = bitcast<vec3f>(d.xyz);
    ${isProbe ? probeEnd(form) : stepEnd(form)}
    four = ${isProbe ? 'vec4f(energies, load.losses.x)' : 'load.losses'};
  }
  ${accounts ? 'addToGroup(local, group.x + group.y * groups.x, four, one);' : ''}
}
`;
}

/** The next step notes its pairs anew. */
function noPairs(form: ConvexForm): string {
  return Array.from({ length: pairLists(form) }, (_, k) => `atomicStore(&status[${ACTIVE_COUNT + k}], 0u);`).join(' ');
}

function probeEnd(form: ConvexForm): string {
  return /* wgsl */ `
    let kick = select(0.5 * p.timeStep, 0.0, (b.w & FRESH) != 0u);
    var energies = vec3f(0.0);
    if (!isFixed) {
${rigidProbe('a.xyz', 'd.w')}
    }
    let answer = ${bodySlot('t')};
    slots[answer] = vec4f(load.force, load.torque.x);
    slots[answer + 1u] = vec4f(v, load.torque.y);
    slots[answer + 2u] = vec4f(w, load.torque.z);
    if (t == 0u) { ${noPairs(form)} }`;
}

function stepEnd(form: ConvexForm): string {
  return /* wgsl */ `
    let kick = select(p.timeStep, 0.5 * p.timeStep, (b.w & FRESH) != 0u);
    var change4 = vec4i(0);
    if (!isFixed) {
      ${rigidKick(form)}
      // The length is kept to rounding, and drawn back to 1 before it is off by more.
      let off = dot(q0, q0) - 1.0;
      let turn = turnOf(q0, l, inertia, select(0.0, off, abs(off) > 1.0e-6));
      w = turn.rate;
      change4 = turn.change;
    }
    let all = dot(v, vec3f(1.0)) + dot(l, vec3f(1.0)) + dot(w, vec3f(1.0));
    let isBad = isBeyondNumbers(all);
    if (isBad) { atomicMax(&status[${NOT_FINITE}], 0xffffffffu - t); }
    else {
      let displacement = vec3i(round(v * p.timeStep * p.perQuantum));
      if (!isFixed) { position[t] = vec4u(a.xyz + bitcast<vec3u>(displacement), a.w); }
      var path = pathOf(b.w);
      if (!isFixed) { path += length(v) * p.timeStep; }
      ${CONVEX_REST.vector('rest', 'velocity')} = vec4u(bitcast<vec3u>(v), ((bitcast<u32>(path) & 0xffffff00u) + 0x100u) | (b.w & 255u & ~FRESH));
      ${CONVEX_REST.vector('rest', 'angularVelocity')} = vec4u(bitcast<vec3u>(w), c.w);
      ${CONVEX_REST.vector('rest', 'turn')} = bitcast<vec4u>(orientation + change4);
      ${CONVEX_REST.vector('rest', 'momentum')} = vec4u(bitcast<vec3u>(l), d.w);
      if (!isFixed) { noteTravel((length(v) + bitcast<f32>(a.w) * length(w)) * p.timeStep, factor * bitcast<f32>(moments.w)); }
      if (path > p.margin) { atomicMin(&status[${STOP_AT}], inputs.step + 1u); }
    }
    if (t == 0u) { ${noPairs(form)} }`;
}
