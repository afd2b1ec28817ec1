// SPDX-License-Identifier: MIT
/** Lengths of a domain in its periodic directions. */
import { subtract, type Vector3, vector3 } from '../../math/vector.ts';
import type { DomainSpec } from '../simulation-spec.ts';

/** Length of the domain in each direction in which it is periodic; infinite in the others. */
export function periodsOf(domain: DomainSpec | undefined): Vector3 {
  const isOn = domain?.periodic ?? [false, false, false];
  const size = domain === undefined ? { x: 0, y: 0, z: 0 } : subtract(vector3(domain.max), vector3(domain.min));
  return { x: isOn[0] ? size.x : Infinity, y: isOn[1] ? size.y : Infinity, z: isOn[2] ? size.z : Infinity };
}
