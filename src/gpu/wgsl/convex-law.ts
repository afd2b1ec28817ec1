// SPDX-License-Identifier: MIT
/**
 * The force of one contact point of convex bodies, as src/step-kernel/contact-force.ts has it for touches, in WGSL: the point lies anywhere, and it may have a share of springs and dashpots. Springs of
 * points go on from the nearest one that the pair had, as in src/simulation/touches/nearest-history.ts.
 */
import {
  LAW_FRICTION,
  LAW_HERTZ,
  LAW_INCREMENTAL,
  LAW_ROLLING,
  LAW_SJKR,
  LAW_STATIC,
  LAW_TWISTING,
  lawHas,
} from './contact-law.ts';
import type { ConvexForm } from './convex-prelude.ts';

export function convexLaw(form: ConvexForm, isProbe: boolean): string {
  const has = (bit: number): string => lawHas(form, bit);
  const accounts = form.hasAccounts && !isProbe;
  const bits = form.law === undefined ? 'let bits = bitcast<u32>(tables.laws[3u * pair + 2u].z);' : '';
  return /* wgsl */ `
// What two bodies are to the law; a wall has no mass.
struct Partners { pair: u32, effectiveRadius: f32, effectiveMass: f32, inverseInertia: f32, spinI: vec3f, spinJ: vec3f }
// n is from i to j; u is the velocity of i relative to j at the point. area and cohesive are those of simplified JKR.
struct Touch { n: vec3f, overlap: f32, u: vec3f, share: f32, dashpot: f32, area: f32, cohesive: f32 }
struct Answer { force: vec3f, moment: vec3f, spring: vec4f, isSliding: bool, losses: vec4f }
const STEADY = 1.0e-3;
const SNAP = 1.0e-18;

fn resistingTorque(friction: f32, radius: f32, squeeze: f32, spin: f32, inverseInertia: f32) -> f32 {
  return min(friction * radius * squeeze, spin / (inverseInertia * p.timeStep));
}

fn touchForce(x: Partners, c: Touch, was: bool, old: vec4f, slid: bool) -> Answer {
  let pair = x.pair;
  let first = tables.laws[3u * pair];
  let second = tables.laws[3u * pair + 1u];
  let third = tables.laws[3u * pair + 2u];
  ${bits}
  let n = c.n;
  let approach = dot(c.u, n);
  var radius = 1.0;
  if (${has(LAW_HERTZ)}) { radius = sqrt(x.effectiveRadius * c.overlap); }
  var spring = first.x * radius * c.overlap;
  ${isProbe ? `var elastic = select(0.5, 0.4, ${has(LAW_HERTZ)}) * spring * c.overlap * c.share;` : ''}
  let inertia = sqrt(x.effectiveMass * radius) * c.dashpot;
  radius *= c.share;
  spring *= c.share;
  let least = third.y;
  let normalForce = max(spring + first.z * inertia * approach, least);
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
      if (${has(LAW_HERTZ)}) { radiusBefore = sqrt(x.effectiveRadius * before); }
      let springBefore = first.x * radiusBefore * before * c.share;
      let inertiaBefore = sqrt(x.effectiveMass * radiusBefore) * c.dashpot;
      drag = max(first.z * inertiaBefore * approach, least - springBefore);
      if (inertia > 0.0) { dampingMean += 0.25 * inertiaBefore / inertia; }
    }
    losses.x = 0.75 * losses.x + 0.25 * drag * approach;
  }`
      : ''
  }
  var pushing = normalForce;
  if (${has(LAW_SJKR)}) {
    let cohesion = c.share * 3.14159265 * third.x;
    pushing -= cohesion * c.area;
    ${isProbe ? 'elastic -= cohesion * c.cohesive;' : ''}
  }
  var force = -pushing * n;
  var moment = vec3f(0.0);
  var kept = vec4f(0.0, 0.0, 0.0, radius);
  var isSliding = false;
  if (${has(LAW_FRICTION)}) {
    let v = c.u - approach * n;
    let stiffness = first.y * radius;
    var last = vec3f(0.0);
    var before = 0.0;
    if (was) { last = old.xyz - dot(old.xyz, n) * n; before = old.w; }
    var scale = stiffness;
    var grown = p.timeStep;
    var share = 1.0;
    var h = last;
    if (${has(LAW_INCREMENTAL)}) {
      if (radius < before) { h = last * (radius / before); }
      grown = stiffness * p.timeStep;
      scale = 1.0;
    }
    h += grown * v;
    let squeeze = max(normalForce, 0.0);
    let limit = second.x * squeeze;
    var hold = limit;
    if (${has(LAW_STATIC)}) { if (!(was && slid)) { hold = second.y * squeeze; } }
    let squared = dot(h, h);
    let along = dot(h, last);
    var g = -scale * h;
    if (dot(g, g) > hold * hold) {
      share = limit * inverseSqrt(dot(g, g));
      if (share * share * squared < SNAP * SNAP) { share = 0.0; }
      h *= share;
      g *= share;
      isSliding = true;
    } else {
      let d = first.w * inertia * v;
      g -= d;
      var drag = dot(d, v);
      let total = dot(g, g);
      if (total > hold * hold) {
        g *= hold * inverseSqrt(total);
        drag = -dot(g + scale * h, v);
      }
      ${accounts ? 'losses.x += dampingMean * drag;' : ''}
    }
    ${
      isProbe
        ? `let sheared = dot(h, h);
    if (stiffness > 0.0) { elastic += select(0.5 * stiffness * sheared, 0.5 * sheared / stiffness, ${has(LAW_INCREMENTAL)}); }`
        : ''
    }
    ${
      accounts
        ? /* wgsl */ `
    let held = first.y * before;
    var loss = 0.0;
    if (${has(LAW_INCREMENTAL)}) {
      loss = p.timeStep * dot(last + h, v);
      if (stiffness > 0.0) { loss -= dot(h, h) / stiffness; }
      if (was && held > 0.0) { loss += dot(last, last) / held; }
    } else if (share == 1.0) { loss = (held - stiffness) * along; }
    else { loss = held * along - stiffness * share * (along - (1.0 - share) * squared); }
    losses.y = 0.5 * loss;`
        : ''
    }
    kept = vec4f(h, radius);
    force += g;
  }
  if (${has(LAW_ROLLING)} || ${has(LAW_TWISTING)}) {
    let squeeze = max(normalForce, 0.0);
    let r = x.spinI - x.spinJ;
    let twist = dot(r, n);
    var loss = 0.0;
    if (${has(LAW_ROLLING)}) {
      let q = r - twist * n;
      let spin = sqrt(dot(q, q));
      if (spin > 0.0) {
        let torque = resistingTorque(second.z, x.effectiveRadius, squeeze, spin, x.inverseInertia);
        moment -= torque / spin * q;
        loss = torque * spin;
      }
    }
    if (${has(LAW_TWISTING)}) {
      let spin = abs(twist);
      if (spin > 0.0) {
        let torque = resistingTorque(second.w, x.effectiveRadius, squeeze, spin, x.inverseInertia);
        moment -= sign(twist) * torque * n;
        loss += torque * spin;
      }
    }
    ${accounts ? 'losses.z = loss * p.timeStep;' : ''}
  }
  ${accounts ? 'losses.x *= p.timeStep;' : ''}
  ${isProbe ? 'losses.x = elastic;' : ''}
  return Answer(force, moment, kept, isSliding, losses);
}

// What the spring of a point holds when it ends: lost to friction.
fn springEnergy(pair: u32, spring: vec4f) -> f32 {
  ${bits}
  if (!(${has(LAW_FRICTION)})) { return 0.0; }
  let held = tables.laws[3u * pair].y * spring.w;
  let squared = dot(spring.xyz, spring.xyz);
  if (${has(LAW_INCREMENTAL)}) { if (held > 0.0) { return 0.5 * squared / held; } return 0.0; }
  return 0.5 * held * squared;
}
fn isIncremental(pair: u32) -> bool {
  ${bits}
  return ${has(LAW_INCREMENTAL)};
}
`;
}
