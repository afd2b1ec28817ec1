// SPDX-License-Identifier: MIT
/** Checks outlets and other equipment of a simulation's spec; messages start with the path of the entry. */
import type { OutletRegionSpec, OutletSpec } from '../bodies/outlet.ts';
import { checkRegion } from './check-insertions.ts';
import { checkDirection, checkNames, checkNumber, checkVector, refuse } from './check-spec.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { checkSurface } from './surfaces.ts';

/** Outlets, and what moves on walls. */
export function checkEquipment(spec: SimulationSpec): void {
  checkOutlets(spec);
  spec.halfSpaces?.forEach((wall, k) => {
    checkSurface(wall, `halfSpaces[${k}]`);
  });
  spec.meshes?.forEach((mesh, k) => {
    checkSurface(mesh, `meshes[${k}]`);
  });
}

function checkOutlets({ outlets = [], shapes = [], materials }: SimulationSpec): void {
  checkNames(outlets, 'outlets');
  outlets.forEach((outlet, k) => {
    const path = `outlets[${k}]`;
    checkOutletRegion(outlet.region, `${path}.region`);
    checkKinds(outlet.shapes, shapes, `${path}.shapes`);
    checkKinds(outlet.materials, materials, `${path}.materials`);
    checkTimes(outlet, path);
  });
}

function checkOutletRegion(region: OutletRegionSpec, path: string): void {
  if (!('plane' in region)) {
    if ('box' in region || 'cylinder' in region || 'sphere' in region) checkRegion(region, path);
    else refuse(path, 'plane, box, cylinder or sphere', Object.keys(region).join());
    return;
  }
  checkVector(region.plane.through, `${path}.plane.through`);
  checkDirection(region.plane.direction, `${path}.plane.direction`);
}

function checkKinds(
  names: readonly string[] | undefined,
  known: readonly { readonly name: string }[],
  path: string,
): void {
  names?.forEach((name, k) => {
    if (known.some((each) => each.name === name)) return;
    refuse(`${path}[${k}]`, `one of ${known.map((each) => `"${each.name}"`).join(', ')}`, name);
  });
}

function checkTimes({ every, from = 0, until }: OutletSpec, path: string): void {
  if (every !== undefined) checkNumber(every, `${path}.every`, { above: 0 });
  checkNumber(from, `${path}.from`, { least: 0 });
  if (until !== undefined && !(Number.isFinite(until) && until > from)) {
    refuse(`${path}.until`, `a time after the beginning at ${from} s`, until);
  }
}
