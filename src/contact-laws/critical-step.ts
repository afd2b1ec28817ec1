// SPDX-License-Identifier: MIT
/**
 * Times that limit the time step of explicit integration, s. Usual time steps are 0.1 to 0.2 of the shortest of them.
 */
import { power } from '../math/elementary.ts';
import { type ElasticMaterial, shearModulus } from './elastic-pair.ts';

/**
 * Time, s, that a Rayleigh wave takes around half a sphere: pi R sqrt(rho / G) / (0.1631 nu + 0.8766). The radius is
 * in m; `density` is that of the body, kg/m3.
 *
 * @example
 * ```ts
 * import { rayleighTime } from 'scree/dem';
 *
 * const glass = { youngsModulus: 7e10, poissonsRatio: 0.25, rigid: false };
 * console.log((1e6 * rayleighTime(0.005, 2500, glass)).toFixed(2)); // 5.12
 * ```
 */
export function rayleighTime(radius: number, density: number, material: ElasticMaterial): number {
  const speed = Math.sqrt(shearModulus(material) / density) * (0.1631 * material.poissonsRatio + 0.8766);
  return (Math.PI * radius) / speed;
}

/**
 * Duration, s, of a contact of a linear spring (N/m) without damping; the mass is in kg.
 *
 * @example
 * ```ts
 * import { linearContactTime } from 'scree/dem';
 *
 * console.log(linearContactTime(1, Math.PI ** 2)); // 1
 * ```
 */
export function linearContactTime(effectiveMass: number, stiffness: number): number {
  return Math.PI * Math.sqrt(effectiveMass / stiffness);
}

/** 4 sqrt(pi) Gamma(2/5) / (5 Gamma(9/10)) */
const HERTZ_DURATION = 2.943275184;

/**
 * Duration, s, of a Hertz contact at this speed of approach (m/s), without gravity and damping; the mass is in kg, the
 * modulus in Pa, the radius in m.
 *
 * @example
 * ```ts
 * import { hertzContactTime } from 'scree/dem';
 *
 * console.log((1e6 * hertzContactTime(0.005, 4e10, 0.005, 1)).toFixed(0)); // 57
 * ```
 */
export function hertzContactTime(
  effectiveMass: number,
  modulus: number,
  effectiveRadius: number,
  approachSpeed: number,
): number {
  const depth = power(
    (15 * effectiveMass * approachSpeed * approachSpeed) / (16 * modulus * Math.sqrt(effectiveRadius)),
    0.4,
  );
  return (HERTZ_DURATION * depth) / approachSpeed;
}
