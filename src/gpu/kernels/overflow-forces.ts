// SPDX-License-Identifier: MIT
/**
 * WGSL: forces of overflow partners (overflow-partners.ts), before a step. Several threads serve one sphere and sum in
 * a fixed order. The sums are written where the step will write the sphere's new state, and are added to the mesh
 * forces there.
 */

import { OVERFLOW_PARTNERS } from './overflow-partners.ts';
import { DEEPEST, GROUP, type KernelForm, MATERIAL_MASK, type Mode, prelude, STOP_AT, statusAt } from './prelude.ts';
import { pairForce, SPHERE, stateBindings } from './step.ts';
import { contactLaw, springEnergy } from './wgsl-contact-force.ts';

/** Threads of a sphere with overflow partners. */
export const OVERFLOW_LANES = 32;

export function overflowForcesKernel(form: KernelForm, mode: Mode): string {
  const isProbe = mode !== 'step';
  const accounts = form.hasAccounts && !isProbe;
  return [
    prelude(form),
    OVERFLOW_PARTNERS,
    stateBindings(mode, 'list'),
    `@group(0) @binding(9) var<storage, read_write> overflow: OverflowPartners;`,
    statusAt(10),
    SPHERE,
    contactLaw(form, isProbe ? 'energy' : 'losses'),
    pairForce(form),
    accounts ? springEnergy(form) : '',
    main(form, mode),
  ].join('\n');
}

function main(form: KernelForm, mode: Mode): string {
  const accounts = form.hasAccounts && mode === 'step';
  const ended = accounts
    ? `load.losses.y += 0.5 * springEnergy((me.tag & ${MATERIAL_MASK}u) * ${form.materials}u + ` +
      `(motion[record.x].w & ${MATERIAL_MASK}u), old);`
    : '';
  return /* wgsl */ `
const LANES = ${OVERFLOW_LANES}u;
${mode === 'contacts' ? '' : SUMS}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let slot = indexOf(group, groups, local) / LANES;
  let lane = local % LANES;
  let isOne = slot < overflow.spheres && atomicLoad(&status[${STOP_AT}]) > inputs.step;
  var i = 0u;
  var isNearMesh = false;
  var load = Load(vec3f(0.0), vec3f(0.0), vec4f(0.0));
  if (isOne) {
    let mine = overflow.items[slot];
    i = mine.x;
    isNearMesh = mine.w != 0u;
    let me = sphereOf(position[i], motion[i], spin[i]);
    var deepest = 0.0;
    for (var k = lane; k < mine.z; k += LANES) {
      let at = overflow.room - 2u * (mine.y + k + 1u);
      let record = overflow.items[at];
      let was = record.y != 0u;
      var isTouching = touches(me, record.x);
      var meeting = Meeting(vec3f(0.0), 0.0, 0.0, 0u);
      if (isTouching) { meeting = meet(me, record.x); isTouching = meeting.overlap > 0.0; }
      var old = vec4f(0.0);
      if (was) { old = bitcast<vec4f>(overflow.items[at + 1u]); }
      if (isTouching) {
        let contact = forceOfPartner(me, record.x, meeting, was, old, &deepest);
        load.force += contact.force;
        load.torque += contact.moment;
        load.losses += 0.5 * contact.losses;
        ${mode === 'step' ? 'overflow.items[at + 1u] = bitcast<vec4u>(contact.spring);' : ''}
        ${mode === 'contacts' ? 'if (was) { list[at + 2u] = bitcast<vec4u>(vec4f(contact.force, 1.0)); }' : ''}
      } else if (was) {
        ${ended}
      }
      ${mode === 'step' ? 'if (was != isTouching) { overflow.items[at].y = select(0u, 1u, isTouching); }' : ''}
    }
    ${mode === 'step' ? `if (deepest > 0.05 && bitcast<u32>(deepest) > atomicLoad(&status[${DEEPEST}])) { atomicMax(&status[${DEEPEST}], bitcast<u32>(deepest)); }` : ''}
  }
  ${mode === 'contacts' ? '' : END}
}
`;
}

const SUMS = /* wgsl */ `
var<workgroup> forces: array<vec4f, ${GROUP}>;
var<workgroup> torques: array<vec4f, ${GROUP}>;
var<workgroup> rest: array<vec2f, ${GROUP}>;`;

const END = /* wgsl */ `
  forces[local] = vec4f(load.force, load.losses.x);
  torques[local] = vec4f(load.torque, load.losses.y);
  rest[local] = load.losses.zw;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      forces[local] += forces[local + half];
      torques[local] += torques[local + half];
      rest[local] += rest[local + half];
    }
  }
  if (lane > 0u || !isOne) { return; }
  var force = forces[local];
  var torque = torques[local];
  var losses = rest[local];
  if (isNearMesh) {
    force += bitcast<vec4f>(positionOut[i]);
    torque += bitcast<vec4f>(motionOut[i]);
    losses += bitcast<vec2f>(spinOut[i].xy);
  }
  positionOut[i] = bitcast<vec4u>(force);
  motionOut[i] = bitcast<vec4u>(torque);
  spinOut[i] = vec4u(bitcast<vec2u>(losses), 0u, 0u);`;
