// SPDX-License-Identifier: MIT
/**
 * Drag of a body in a fluid: b = |F| / |u| and its slope |u| db/d|u|, for the relative velocity u of the fluid. Stokes;
 * Schiller & Naumann 1935; Di Felice 1994; Gidaspow 1994 (Ergun, Wen & Yu); Hölzer & Sommerfeld 2008. d is the diameter
 * of the sphere of equal volume. See docs/theory/fields.md.
 */
import { F } from '../memory-views.ts';
import {
  DRAG_BY_SHAPE,
  DRAG_DI_FELICE,
  DRAG_GIDASPOW,
  DRAG_SCHILLER_NAUMANN,
  FLUID_DENSITY,
  FLUID_LAW,
  FLUID_SHAPE,
  FLUID_VISCOSITY,
  LOAD_DRAG,
  LOAD_SLOPE,
} from '../step-layout.ts';
import { exponential, logarithm, powerOf } from './elementary.ts';

/** Reynolds number from which the drag coefficient is constant, 0.44: there the two branches meet. */
const LARGE_REYNOLDS: f64 = 988.9478531195836;
const CONSTANT_COEFFICIENT: f64 = 0.44;
/** ln 10; `Math` is no part of the portable subset. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: kernel text has no Math.LN10
const LN10: f64 = 2.302585092994046;
/** Void fraction between Ergun (below) and Wen & Yu (above): the two laws are blended over this width. */
const DILUTE: f64 = 0.8;
const BLEND: f64 = 0.05;

/** Writes b and its slope to the load. `speed` is |u|, `voids` the void fraction, `volume` that of the body. */
export function writeDrag(atLoad: i32, fluid: i32, d: f64, volume: f64, speed: f64, voids: f64, s: i32): void {
  const law: f64 = F[fluid + FLUID_LAW];
  const density: f64 = F[fluid + FLUID_DENSITY];
  const viscosity: f64 = F[fluid + FLUID_VISCOSITY];
  const stokes: f64 = 3.0 * Math.PI * viscosity * d;
  /** Re / speed. */
  const reynolds: f64 = (density * d) / viscosity;
  let b: f64 = stokes;
  let slope = 0.0;
  if (law === DRAG_SCHILLER_NAUMANN) {
    const Re: f64 = reynolds * speed;
    if (Re < LARGE_REYNOLDS) {
      const inertia: f64 = stokes * 0.15 * powerOf(Re, 0.687, s);
      b = stokes + inertia;
      slope = 0.687 * inertia;
    } else {
      b = CONSTANT_COEFFICIENT * density * (0.125 * Math.PI) * d * d * speed;
      slope = b;
    }
  } else if (law === DRAG_DI_FELICE) {
    // C_D |u| = (0.63 sqrt|u| + 4.8 / sqrt(Re / |u|))^2 has no pole at rest.
    const perSpeed: f64 = voids * reynolds;
    const Re: f64 = perSpeed * speed;
    const free: f64 = 4.8 / Math.sqrt(perSpeed);
    const fast: f64 = 0.63 * Math.sqrt(speed);
    const sum: f64 = fast + free;
    let factor = 1.0;
    let change = 0.0;
    if (voids < 1.0) {
      const below: f64 = Re > 0.0 ? 1.5 - logarithm(Re, s) / LN10 : 1.0e3;
      const bell: f64 = 0.65 * exponential(-0.5 * below * below, s);
      factor = powerOf(voids, 2.0 - (3.7 - bell), s);
      // d ln(eps^(2 - beta)) / d ln(Re)
      change = logarithm(voids, s) * bell * (below / LN10);
    }
    const scale: f64 = density * (0.125 * Math.PI) * d * d * factor;
    b = scale * sum * sum;
    slope = scale * sum * fast + b * change;
  } else if (law === DRAG_GIDASPOW) {
    const solids: f64 = 1.0 - voids;
    // Over V / (1 - eps) of a body: b of Ergun and of Wen & Yu.
    const viscous: f64 = (150.0 * solids * viscosity * volume) / (voids * d * d);
    const inertial: f64 = (1.75 * density * speed * volume) / d;
    const Re: f64 = voids * reynolds * speed;
    const spread: f64 = powerOf(voids, -2.65, s);
    let dilute: f64 = CONSTANT_COEFFICIENT * 0.75 * density * voids * speed * (spread / d) * volume;
    let diluteSlope: f64 = dilute;
    if (Re < LARGE_REYNOLDS) {
      // 24 / Re |u| = 24 / (eps Re / |u|)
      const base: f64 = ((18.0 * density) / reynolds) * (spread / d) * volume;
      const inertia: f64 = base * 0.15 * powerOf(Re, 0.687, s);
      dilute = base + inertia;
      diluteSlope = 0.687 * inertia;
    }
    const along: f64 = (voids - (DILUTE - BLEND)) / (2.0 * BLEND);
    const share: f64 = along <= 0.0 ? 0.0 : along >= 1.0 ? 1.0 : along * along * (3.0 - 2.0 * along);
    b = (1.0 - share) * (viscous + inertial) + share * dilute;
    slope = (1.0 - share) * inertial + share * diluteSlope;
  } else if (law === DRAG_BY_SHAPE) {
    const scale: f64 = density * (0.125 * Math.PI) * d * d;
    const middle: f64 = (scale * F[fluid + FLUID_SHAPE + 1] * Math.sqrt(speed)) / Math.sqrt(reynolds);
    const fast: f64 = scale * F[fluid + FLUID_SHAPE + 2] * speed;
    b = (scale * F[fluid + FLUID_SHAPE]) / reynolds + middle + fast;
    slope = 0.5 * middle + fast;
  }
  F[atLoad + LOAD_DRAG] = b;
  // The force grows with the speed; where a fit says otherwise the implicit step takes the constant coefficient.
  F[atLoad + LOAD_SLOPE] = slope > 0.0 ? slope : 0.0;
}
