// SPDX-License-Identifier: MIT
/**
 * WGSL: motion of rigid bodies other than spheres, as in src/step-kernel/integrate-clumps.ts: rotation by Cayley's map
 * with the angular momentum as variable and the implicit midpoint. Orientations are integers. Shared by convex bodies
 * and clumps.
 */
import { ENERGY_SUMS, GROUP_SUMS, type KernelForm, STATUS_WORDS } from './prelude.ts';

/** Turning by quaternions, w first, and the turn of a step. */
export const RIGID_TURN = /* wgsl */ `
struct Load { force: vec3f, torque: vec3f, losses: vec4f }
const MIDPOINT_STEPS = 4;
// Of orientations.
const QUANTUM = 9.313225746154785e-10;
fn turned(q: vec4f, v: vec3f) -> vec3f { let t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
fn turnedBack(q: vec4f, v: vec3f) -> vec3f { let t = 2.0 * cross(v, q.yzw); return v + q.x * t + cross(t, q.yzw); }
// (1, h) q, not of unit length.
fn turnedBy(q: vec4f, h: vec3f) -> vec4f { return vec4f(q.x - dot(h, q.yzw), q.yzw + h * q.x + cross(h, q.yzw)); }
fn unit(q: vec4f) -> vec4f {
  // One step of Newton's method: the built-in inverse square root may be off by two roundings.
  let s = dot(q, q);
  let y = inverseSqrt(s);
  return q * (y * (1.5 - 0.5 * s * y * y));
}
// Angular velocity of a step with this angular momentum, and what is added to the orientation.
struct Turn { rate: vec3f, change: vec4i }
// \`off\` is what the square of the orientation's length is to lose.
fn turnOf(q0: vec4f, l: vec3f, inertia: vec3f, off: f32) -> Turn {
  var w = vec3f(0.0);
  var half = q0;
  var h = vec3f(0.0);
  for (var k = 0; k < MIDPOINT_STEPS; k++) {
    w = turned(half, turnedBack(half, l) / inertia);
    h = 0.5 * p.timeStep * w;
    half = unit(turnedBy(q0, h / (1.0 + sqrt(1.0 + dot(h, h)))));
  }
  // What is added, as whole numbers: slow turning adds up, whatever the orientation is.
  let hh = dot(h, h);
  let root = sqrt(1.0 + hh);
  let shorter = hh / (root * (1.0 + root)) + 0.5 * off;
  return Turn(w, vec4i(round((vec4f(-dot(h, q0.yzw), h * q0.x + cross(h, q0.yzw)) / root - shorter * q0) / QUANTUM)));
}
// Not a number, or infinite: the bits say so whatever the compiler thinks of comparisons.
fn isBeyondNumbers(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) == 0x7f800000u; }
`;

/**
 * The change of velocity \`v\` and angular momentum \`l\` by \`load\` over \`kick\`; \`one\` is what global damping
 * takes.
 */
export function rigidKick({ isDamped }: KernelForm): string {
  return /* wgsl */ `
      var acceleration = load.force / mass + p.gravity;
      var torque = load.torque;
      ${
        isDamped
          ? /* wgsl */ `
      let freeV = acceleration * kick;
      let freeL = torque * kick;
      let oldV = v;
      let oldL = l;
      acceleration -= p.localDamping * abs(acceleration) * sign(v);
      torque -= p.localDamping * abs(torque) * sign(w);
      v = p.viscousKept * v + acceleration * kick;
      l = p.viscousKept * l + torque * kick;
      one = 0.5 * mass * dot(freeV - (v - oldV), v + oldV) + dot(freeL - (l - oldL), w);`
          : 'v += acceleration * kick;\n      l += torque * kick;'
      }`;
}

/**
 * Velocities of the present time and energies, of a body that is not fixed, from \`load\`; \`position\` and \`cell\`
 * are expressions.
 */
export function rigidProbe(position: string, cell: string): string {
  return /* wgsl */ `
      v += (load.force / mass + p.gravity) * kick;
      l += load.torque * kick;
      w = turned(q0, turnedBack(q0, l) / inertia);
      let cell = unpackCell(${cell});
      let x = separation(cell << vec3u(CELL_BITS), ${position}) + vec3f(cell) * p.quantum * 1073741824.0;
      energies = vec3f(0.5 * mass * dot(v, v), 0.5 * dot(w, l), -mass * dot(p.gravity, x));`;
}

/**
 * Sums over a workgroup, in an order that never changes, to the group's own words, or added to what a probe has written
 * there.
 */
export function groupSums(mode: 'step' | 'probe' | 'probe more'): string {
  const written = {
    step: 'for (var k = 0u; k < 4u; k++) { addWord(at + k, shared4[0][k]); }\n  addWord(at + 4u, shared1[0]);',
    probe:
      `for (var k = 0u; k < 4u; k++) { atomicStore(&status[at + ${ENERGY_SUMS}u + k], ` +
      'bitcast<u32>(shared4[0][k])); }',
    'probe more': `for (var k = 0u; k < 4u; k++) { addWord(at + ${ENERGY_SUMS}u + k, shared4[0][k]); }`,
  };
  return /* wgsl */ `
var<workgroup> shared4: array<vec4f, GROUP>;
var<workgroup> shared1: array<f32, GROUP>;
fn addToGroup(local: u32, group: u32, four: vec4f, one: f32) {
  shared4[local] = four;
  shared1[local] = one;
  for (var half = GROUP / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (local < half) { shared4[local] += shared4[local + half]; shared1[local] += shared1[local + half]; }
  }
  if (local > 0u) { return; }
  let at = ${STATUS_WORDS}u + group * ${GROUP_SUMS}u;
  ${written[mode]}
}
fn addWord(at: u32, x: f32) { atomicStore(&status[at], bitcast<u32>(bitcast<f32>(atomicLoad(&status[at])) + x)); }
`;
}
