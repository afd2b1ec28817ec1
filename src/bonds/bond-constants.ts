// SPDX-License-Identifier: MIT
/**
 * Constants of a bond from its rule and its bodies. Parallel bond: Potyondy and Cundall 2004, stiffnesses per area.
 * Beam: about its middle a beam element is diagonal, so four numbers are the whole element.
 */
import type { BondRule } from './bond-rule.ts';

export interface BondGeometry {
  /** Distance of the centres, m. */
  readonly length: number;
  /** Radius of the smaller body, m. */
  readonly smallerRadius: number;
  /** Sums over both bodies of 1 / m and 1 / J; a fixed body adds 0. */
  readonly inverseMass: number;
  readonly inverseInertia: number;
}

/** Normal, shear, twisting, bending. */
export type BondNumbers = readonly [number, number, number, number];

export interface BondConstants {
  /** N/m, N/m, N m, N m. */
  readonly stiffness: BondNumbers;
  readonly dashpot: BondNumbers;
  /** 1 / area, 1/m2. */
  readonly inverseArea: number;
  /** Stresses of unit moments, 1/m3. */
  readonly bending: number;
  readonly twisting: number;
  /** Mean strengths in tension, shear, bending and twisting, Pa; infinite where it does not break. */
  readonly strength: BondNumbers;
}

export function bondRadius({ radius, radiusFactor = 1 }: BondRule, smallerRadius: number): number {
  return radius ?? radiusFactor * smallerRadius;
}

export function bondConstants(rule: BondRule, geometry: BondGeometry): BondConstants {
  const { length, smallerRadius, inverseMass, inverseInertia } = geometry;
  const { damping = 0.05, momentFactor = 1, tensileStrength = Infinity, shearStrength = Infinity } = rule;
  const r = bondRadius(rule, smallerRadius);
  const area = Math.PI * r * r;
  const inertia = (area * r * r) / 4;
  const stiffness = stiffnessOf(rule, length, area, inertia);
  const dashpot = stiffness.map((k, n) => {
    const inverse = n < 2 ? inverseMass : inverseInertia;
    return inverse > 0 ? 2 * damping * Math.sqrt(k / inverse) : 0;
  });
  return {
    stiffness,
    dashpot: dashpot as unknown as BondNumbers,
    inverseArea: 1 / area,
    bending: (momentFactor * r) / inertia,
    twisting: (momentFactor * r) / (2 * inertia),
    strength: [
      tensileStrength,
      shearStrength,
      rule.bendingStrength ?? tensileStrength,
      rule.twistingStrength ?? shearStrength,
    ],
  };
}

function stiffnessOf(rule: BondRule, length: number, area: number, inertia: number): BondNumbers {
  const { youngsModulus, poissonsRatio = 0.3, normalStiffness = 0, shearStiffness = normalStiffness } = rule;
  if (youngsModulus === undefined) {
    return [normalStiffness * area, shearStiffness * area, 2 * shearStiffness * inertia, normalStiffness * inertia];
  }
  const shearModulus = youngsModulus / (2 * (1 + poissonsRatio));
  // Shear factor of a circle, Cowper 1966.
  const factor = (6 * (1 + poissonsRatio)) / (7 + 6 * poissonsRatio);
  const bent = (length * length * length) / (12 * youngsModulus * inertia);
  const sheared = rule.shearDeformation === false ? 0 : length / (factor * shearModulus * area);
  return [
    (youngsModulus * area) / length,
    1 / (bent + sheared),
    (2 * shearModulus * inertia) / length,
    (youngsModulus * inertia) / length,
  ];
}
