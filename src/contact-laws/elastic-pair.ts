// SPDX-License-Identifier: MIT
/** Effective elastic moduli of two materials in contact (Hertz, Mindlin), SI units. */

export interface ElasticMaterial {
  /** Pa */
  readonly youngsModulus: number;
  readonly poissonsRatio: number;
  /** Does not deform; its modulus is not used. */
  readonly rigid: boolean;
}

/**
 * E*, Pa: 1 / E* is the sum of (1 - nu^2) / E of the materials that deform. Infinite when both are rigid.
 *
 * @example
 * ```ts
 * import { effectiveModulus } from 'scree/dem';
 *
 * const glass = { youngsModulus: 7e10, poissonsRatio: 0.25, rigid: false };
 * console.log(Math.round(effectiveModulus(glass, glass) / 1e8)); // 373
 * ```
 */
export function effectiveModulus(a: ElasticMaterial, b: ElasticMaterial): number {
  return 1 / (normalCompliance(a) + normalCompliance(b));
}

/**
 * G*, Pa: 1 / G* is the sum of (2 - nu) / G of the materials that deform. Infinite when both are rigid.
 *
 * @example
 * ```ts
 * import { effectiveShearModulus } from 'scree/dem';
 *
 * const glass = { youngsModulus: 7e10, poissonsRatio: 0.25, rigid: false };
 * console.log(Math.round(effectiveShearModulus(glass, glass) / 1e8)); // 80
 * ```
 */
export function effectiveShearModulus(a: ElasticMaterial, b: ElasticMaterial): number {
  return 1 / (shearCompliance(a) + shearCompliance(b));
}

export function shearModulus({ youngsModulus, poissonsRatio }: ElasticMaterial): number {
  return youngsModulus / (2 * (1 + poissonsRatio));
}

function normalCompliance(material: ElasticMaterial): number {
  const { youngsModulus, poissonsRatio: nu, rigid } = material;
  return rigid ? 0 : (1 - nu * nu) / youngsModulus;
}

function shearCompliance(material: ElasticMaterial): number {
  return material.rigid ? 0 : (2 - material.poissonsRatio) / shearModulus(material);
}
