// SPDX-License-Identifier: MIT
/**
 * WGSL: the force of one contact, as in src/step-kernel/contact-force.ts: normal spring and dashpot, tangential spring
 * and dashpot under Coulomb's limit, rolling and twisting resistance, simplified JKR. There are two texts because one
 * runs in float64 with the same bits everywhere and the other in float32 on any GPU; `scree verify gpu` compares them.
 * Spheres and points of convex bodies share the law; points may have a share of springs and dashpots.
 *
 * Each sphere computes its own contacts, so a pair is computed twice, once from each side; losses and energies of a
 * pair count half on each.
 */

import type { ContactLawSpec } from '../../contact-laws/law-spec.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { ConvexForm } from './convex-prelude.ts';
import type { KernelForm } from './prelude.ts';
import { LAW_VECTORS } from './records.ts';

/** The parts of laws that the text below has, by their keys in a law; the others are refused. */
export const GPU_LAWS = {
  normal: ['linear', 'hertz'],
  tangential: ['none', 'linear', 'mindlin', 'mindlin-incremental'],
  rolling: ['none', 'model-a'],
  twisting: ['none', 'model-a'],
  cohesion: ['none', 'sjkr'],
} as const satisfies Readonly<Partial<Record<keyof ContactLawSpec, readonly string[]>>>;
export const NOT_GPU_LAWS = 'overlap volumes, pressure fields, rolling springs, JKR and laws from modules';

/**
 * The constants of a pair of materials that the text reads, by their cells in the kernel's table; the bits of the law
 * follow.
 */
export const GPU_LAW_CELLS: readonly number[] = [
  layout.LAW_NORMAL,
  layout.LAW_TANGENTIAL,
  layout.LAW_NORMAL_DAMPING,
  layout.LAW_TANGENTIAL_DAMPING,
  layout.LAW_FRICTION,
  layout.LAW_STATIC_FRICTION,
  layout.LAW_ROLLING,
  layout.LAW_TWISTING,
  layout.LAW_COHESION,
  layout.LAW_LEAST_FORCE,
];
/** Floats of a pair of materials. */
export const LAW_FLOATS = 4 * LAW_VECTORS;

/** Where float k of the constants of `pair` lies: `vector(v)` is the expression of its v-th vector. */
function component(k: number, vector: (v: number) => string): string {
  return `${vector(Math.floor(k / 4))}.${'xyzw'[k % 4]}`;
}
const inTable = (v: number): string => `tables.laws[${LAW_VECTORS}u * pair + ${v}u]`;
/** A constant of the law, after LAW_CONSTANTS. */
const constant = (cell: number): string => component(GPU_LAW_CELLS.indexOf(cell), (v) => `law${v}`);
const LAW_CONSTANTS = Array.from({ length: LAW_VECTORS }, (_, v) => `let law${v} = ${inTable(v)};`).join('\n  ');

/**
 * Whether the law has this, as an expression: a constant where all pairs of materials have the same law, else asked of
 * `bits`.
 */
function lawHas({ law }: KernelForm, bit: number): string {
  return law === undefined ? `(bits & ${bit}u) != 0u` : String((law & bit) !== 0);
}

/** Where two spheres cut each other, for simplified JKR. */
export const CIRCLES = /* wgsl */ `
// Depth of the circle in which two spheres cut each other, or a sphere and a plane, under the surface of i, and the
// square of its radius: differences of lengths would lose their digits.
fn depthOfCircle(ri: f32, rj: f32, distance: f32, overlap: f32, isWall: bool) -> f32 {
  if (isWall) { return overlap; }
  if (!(distance > 0.0)) { return ri; }
  return overlap * (rj - 0.5 * overlap) / distance;
}
fn circleSquared(ri: f32, depth: f32) -> f32 { return depth * (2.0 * ri - depth); }
fn sjkrEnergy(ri: f32, rj: f32, overlap: f32, isWall: bool) -> f32 {
  if (isWall) { return overlap * overlap * (ri - overlap / 3.0); }
  let touch = ri + rj;
  // The closed form of the CPU cancels in float32; this is its integral by Simpson's rule, exact to the fourth power of
  // the overlap.
  let a = circleSquared(ri, depthOfCircle(ri, rj, touch - 0.5 * overlap, 0.5 * overlap, false));
  let b = circleSquared(ri, depthOfCircle(ri, rj, touch - overlap, overlap, false));
  return overlap / 6.0 * (4.0 * a + b);
}
`;

/** What the spring of a contact holds when the contact ends: lost to friction. */
export function springEnergy(form: KernelForm): string {
  const has = (bit: number): string => lawHas(form, bit);
  return /* wgsl */ `
fn springEnergy(pair: u32, spring: vec4f) -> f32 {
  ${bitsOf(form)}
  if (!(${has(layout.FRICTION)})) { return 0.0; }
  let held = ${component(GPU_LAW_CELLS.indexOf(layout.LAW_TANGENTIAL), inTable)} * abs(spring.w);
  let squared = dot(spring.xyz, spring.xyz);
  if (${has(layout.INCREMENTAL)}) { if (held > 0.0) { return 0.5 * squared / held; } return 0.0; }
  return 0.5 * held * squared;
}`;
}

/** The bits of the law of `pair`, where they are asked for. */
function bitsOf({ law }: KernelForm): string {
  return law === undefined ? `let bits = bitcast<u32>(${component(GPU_LAW_CELLS.length, inTable)});` : '';
}

/** The losses of a step, the elastic energy of a probe, or that which `p.mode` asks for. */
export type Reports = 'losses' | 'energy' | 'either';

/** The law of one contact. */
function lawText(form: KernelForm, reports: Reports): string {
  // Where all pairs have the same law the conditions are constants, and what it lacks is not compiled.
  const has = (bit: number): string => lawHas(form, bit);
  const accounts = form.hasAccounts && reports !== 'energy';
  const energy = (text: string): string => {
    if (reports === 'losses') return '';
    return reports === 'energy' ? text : `if (!isStep()) { ${text} }`;
  };
  return /* wgsl */ `
// What two bodies are to the law; a wall has no mass.
struct Partners { pair: u32, effectiveRadius: f32, effectiveMass: f32, inverseInertia: f32, spinI: vec3f, spinJ: vec3f }
// n is from i to j; u is the velocity of i relative to j at the point. area and cohesive are those of simplified JKR.
struct Touch { n: vec3f, overlap: f32, u: vec3f, share: f32, dashpot: f32, area: f32, cohesive: f32 }
// force: on i, of which friction is along the contact. moment: on i beside those of the force. losses: damping,
// friction, rolling. elastic: the energy, of a probe alone.
struct Answer { force: vec3f, along: vec3f, moment: vec3f, spring: vec4f, isSliding: bool, losses: vec4f, elastic: f32 }
// Below this part of the overlap its change in a step is nothing to the damping.
const STEADY = 1.0e-3;
// Springs shorter than this, m, are none: squares of shorter ones are not numbers of float32.
const SNAP = 1.0e-18;

// Largest torque of one contact, relative to the torque that stops its pair in one step: other contacts of the bodies
// act too (src/step-kernel/laws/rolling.ts).
const STOPPING_PART = 0.125;
fn resistingTorque(friction: f32, radius: f32, squeeze: f32, spin: f32, inverseInertia: f32) -> f32 {
  return min(friction * radius * squeeze, STOPPING_PART * spin / (inverseInertia * p.timeStep));
}

fn lawForce(x: Partners, c: Touch, was: bool, old: vec4f, slid: bool) -> Answer {
  let pair = x.pair;
  ${LAW_CONSTANTS}
  ${bitsOf(form)}
  let n = c.n;
  let approach = dot(c.u, n);
  var radius = 1.0;
  if (${has(layout.HERTZ)}) { radius = sqrt(x.effectiveRadius * c.overlap); }
  var spring = ${constant(layout.LAW_NORMAL)} * radius * c.overlap;
  var elastic = 0.0;
  ${energy(`elastic = select(0.5, 0.4, ${has(layout.HERTZ)}) * spring * c.overlap * c.share;`)}
  let inertia = sqrt(x.effectiveMass * radius) * c.dashpot;
  radius *= c.share;
  spring *= c.share;
  let least = ${constant(layout.LAW_LEAST_FORCE)};
  let normalForce = max(spring + ${constant(layout.LAW_NORMAL_DAMPING)} * inertia * approach, least);
  var losses = vec4f(0.0);
  ${
    accounts
      ? /* wgsl */ `
  var dampingMean = 1.0;
  losses.x = (normalForce - spring) * approach;
  let deeper = approach * p.timeStep;
  if (!was) { dampingMean = 0.75; losses.x *= 0.75; }
  else if (abs(deeper) > STEADY * c.overlap) {
    let before = c.overlap - deeper;
    var drag = 0.0;
    dampingMean = 0.75;
    if (before > 0.0) {
      var radiusBefore = 1.0;
      if (${has(layout.HERTZ)}) { radiusBefore = sqrt(x.effectiveRadius * before); }
      let springBefore = ${constant(layout.LAW_NORMAL)} * radiusBefore * before * c.share;
      let inertiaBefore = sqrt(x.effectiveMass * radiusBefore) * c.dashpot;
      drag = max(${constant(layout.LAW_NORMAL_DAMPING)} * inertiaBefore * approach, least - springBefore);
      if (inertia > 0.0) { dampingMean += 0.25 * inertiaBefore / inertia; }
    }
    losses.x = 0.75 * losses.x + 0.25 * drag * approach;
  }`
      : ''
  }
  var pushing = normalForce;
  if (${has(layout.SJKR)}) {
    let cohesion = c.share * 3.14159265 * ${constant(layout.LAW_COHESION)};
    pushing -= cohesion * c.area;
    ${energy('elastic -= cohesion * c.cohesive;')}
  }
  var force = -pushing * n;
  var along = vec3f(0.0);
  var moment = vec3f(0.0);
  var kept = vec4f(0.0, 0.0, 0.0, radius);
  var isSliding = false;
  if (${has(layout.FRICTION)}) {
    let v = c.u - approach * n;
    let stiffness = ${constant(layout.LAW_TANGENTIAL)} * radius;
    var last = vec3f(0.0);
    var before = 0.0;
    if (was) { last = old.xyz - dot(old.xyz, n) * n; before = old.w; }
    var scale = stiffness;
    var grown = p.timeStep;
    var share = 1.0;
    var h = last;
    if (${has(layout.INCREMENTAL)}) {
      if (radius < before) { h = last * (radius / before); }
      grown = stiffness * p.timeStep;
      scale = 1.0;
    }
    h += grown * v;
    let squeeze = max(normalForce, 0.0);
    let limit = ${constant(layout.LAW_FRICTION)} * squeeze;
    var hold = limit;
    if (${has(layout.STATIC)}) { if (!(was && slid)) { hold = ${constant(layout.LAW_STATIC_FRICTION)} * squeeze; } }
    let squared = dot(h, h);
    let turned = dot(h, last);
    var g = -scale * h;
    if (dot(g, g) > hold * hold) {
      share = limit * inverseSqrt(dot(g, g));
      if (share * share * squared < SNAP * SNAP) { share = 0.0; }
      h *= share;
      g *= share;
      isSliding = true;
    } else {
      let d = ${constant(layout.LAW_TANGENTIAL_DAMPING)} * inertia * v;
      g -= d;
      var drag = dot(d, v);
      let total = dot(g, g);
      if (total > hold * hold) {
        g *= hold * inverseSqrt(total);
        drag = -dot(g + scale * h, v);
      }
      ${accounts ? 'losses.x += dampingMean * drag;' : ''}
    }
    ${energy(`let sheared = dot(h, h);
    if (stiffness > 0.0) { elastic += select(0.5 * stiffness * sheared, 0.5 * sheared / stiffness, ${has(layout.INCREMENTAL)}); }`)}
    ${
      accounts
        ? /* wgsl */ `
    let held = ${constant(layout.LAW_TANGENTIAL)} * before;
    var loss = 0.0;
    if (${has(layout.INCREMENTAL)}) {
      loss = p.timeStep * dot(last + h, v);
      if (stiffness > 0.0) { loss -= dot(h, h) / stiffness; }
      if (was && held > 0.0) { loss += dot(last, last) / held; }
    } else if (share == 1.0) { loss = (held - stiffness) * turned; }
    else { loss = held * turned - stiffness * share * (turned - (1.0 - share) * squared); }
    losses.y = 0.5 * loss;`
        : ''
    }
    kept = vec4f(h, radius);
    force += g;
    along = g;
  }
  if (${has(layout.ROLLING)} || ${has(layout.TWISTING)}) {
    let squeeze = max(normalForce, 0.0);
    // The points of one contact share its resistance.
    let inverseInertia = x.inverseInertia / c.share;
    let r = x.spinI - x.spinJ;
    let twist = dot(r, n);
    var loss = 0.0;
    if (${has(layout.ROLLING)}) {
      let q = r - twist * n;
      let spin = sqrt(dot(q, q));
      if (spin > 0.0) {
        let torque = resistingTorque(${constant(layout.LAW_ROLLING)}, x.effectiveRadius, squeeze, spin, inverseInertia);
        moment -= torque / spin * q;
        loss = torque * spin;
      }
    }
    if (${has(layout.TWISTING)}) {
      let spin = abs(twist);
      if (spin > 0.0) {
        let torque = resistingTorque(${constant(layout.LAW_TWISTING)}, x.effectiveRadius, squeeze, spin,
          inverseInertia);
        moment -= sign(twist) * torque * n;
        loss += torque * spin;
      }
    }
    ${accounts ? 'losses.z = loss * p.timeStep;' : ''}
  }
  ${accounts ? 'losses.x *= p.timeStep;' : ''}
  return Answer(force, along, moment, kept, isSliding, losses, elastic);
}
`;
}

/** The law between spheres, and of spheres with walls. */
export function contactLaw(form: KernelForm, reports: Reports): string {
  const energy = 'vec4f(0.0, 0.0, 0.0, answer.elastic)';
  return /* wgsl */ `
${lawText(form, reports)}
${CIRCLES}
// As Answer; a negative w of the spring says that the contact slides, and the last of the losses of a probe is elastic
// energy.
struct Contact { force: vec3f, moment: vec3f, spring: vec4f, losses: vec4f }

// n is from i to j; u is the velocity of the centre of i relative to that of j.
fn contactForce(pair: u32, n: vec3f, overlap: f32, ri: f32, rj: f32, effectiveRadius: f32, effectiveMass: f32,
  leverI: f32, leverJ: f32,
    u: vec3f, wi: vec3f, wj: vec3f, inverseInertia: f32, was: bool, old: vec4f, isWall: bool) -> Contact {
  ${bitsOf(form)}
  var area = 0.0;
  var cohesive = 0.0;
  if (${lawHas(form, layout.SJKR)}) {
    area = circleSquared(ri, depthOfCircle(ri, rj, leverI + leverJ, overlap, isWall));
    ${reports === 'losses' ? '' : 'cohesive = sjkrEnergy(ri, rj, overlap, isWall);'}
  }
  let at = Touch(n, overlap, u + cross(leverI * wi + leverJ * wj, n), 1.0, 1.0, area, cohesive);
  let answer = lawForce(Partners(pair, effectiveRadius, effectiveMass, inverseInertia, wi, wj), at, was,
    vec4f(old.xyz, abs(old.w)), old.w < 0.0);
  return Contact(answer.force, leverI * cross(n, answer.along) + answer.moment,
    vec4f(answer.spring.xyz, select(answer.spring.w, -answer.spring.w, answer.isSliding)),
    ${{ losses: 'answer.losses', energy, either: `select(${energy}, answer.losses, isStep())` }[reports]});
}
`;
}

/**
 * The same law at one contact point of convex bodies. The point lies anywhere on them, and its spring continues that of
 * the nearest point that the pair had in the last step, as in src/step-kernel/nearest-history.ts.
 */
export function convexLaw(form: ConvexForm): string {
  return /* wgsl */ `
${lawText(form, 'either')}
${springEnergy(form)}
// The only one of the losses of a probe is elastic energy.
fn touchForce(x: Partners, c: Touch, was: bool, old: vec4f, slid: bool) -> Answer {
  var answer = lawForce(x, c, was, old, slid);
  if (!isStep()) { answer.losses = vec4f(answer.elastic, 0.0, 0.0, 0.0); }
  return answer;
}
fn isIncremental(pair: u32) -> bool {
  ${bitsOf(form)}
  return ${lawHas(form, layout.INCREMENTAL)};
}
`;
}
