// SPDX-License-Identifier: MIT
/** Checks outlets and other equipment of a simulation's spec; messages start with the path of the entry. */
import type { OutletRegionSpec, OutletSpec } from '../../bodies/outlet.ts';
import { areaProblem, type ServoSpec, servoTarget } from '../../bodies/servo-spec.ts';
import { dot, type Vector3Like, vector3 } from '../../math/vector.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../simulation-spec.ts';
import { checkSurface } from '../walls/surfaces.ts';
import { checkRegion } from './check-insertions.ts';
import { checkMotion } from './check-motion.ts';
import { checkDirection, checkNames, checkNumber, checkVector, refuse } from './check-spec.ts';

/** Outlets, and what moves on walls. */
export function checkEquipment(spec: SimulationSpec): void {
  checkOutlets(spec);
  checkFreeMeshes(spec);
  const walls = { halfSpaces: spec.halfSpaces ?? [], meshes: spec.meshes ?? [] };
  const servos = new Set<string>();
  for (const [kind, list] of Object.entries(walls)) {
    list.forEach((wall, k) => {
      const path = `${kind}[${k}]`;
      checkSurface(wall, path);
      if (wall.motion !== undefined) checkMotion(wall.motion, `${path}.motion`);
      if (wall.servo === undefined) return;
      if (wall.motion !== undefined || wall.surface !== undefined) {
        refuse(`${path}.servo`, 'no motion and no surface beside a servo', 'both');
      }
      checkServo(wall.servo, 'normal' in wall ? wall.normal : undefined, `${path}.servo`, walls.halfSpaces);
      if (servos.has(wall.name)) refuse(`${path}.name`, 'a name that no other servo wall has', wall.name);
      servos.add(wall.name);
    });
  }
}

function checkFreeMeshes({ meshes = [], halfSpaces = [], domain }: SimulationSpec): void {
  meshes.forEach(({ name, free, motion, surface, servo }, k) => {
    if (free === undefined) return;
    const path = `meshes[${k}].free`;
    if ((motion ?? surface ?? servo) !== undefined) refuse(path, 'no motion, surface or servo beside it', 'one');
    const other = meshes.find((mesh) => mesh.name !== name)?.name ?? halfSpaces[0]?.name;
    if (other !== undefined) {
      refuse(path, 'no other mesh and no half-space, which a free mesh cannot touch: make them of fixed bodies', other);
    }
    if (domain?.periodic?.some((on) => on))
      refuse(path, 'no periodic domain, whose images would not turn with it', 'one');
    const { mass, centre, inertia, velocity, angularVelocity } = free;
    if ([mass, centre, inertia].some((each) => each !== undefined)) {
      checkNumber(mass, `${path}.mass`, { above: 0 });
      checkVector(centre ?? [Number.NaN, 0, 0], `${path}.centre`);
      for (const [axis, moment] of Object.entries(vector3(inertia ?? [Number.NaN, 0, 0]))) {
        checkNumber(moment, `${path}.inertia.${axis}`, { above: 0 });
      }
    }
    if (velocity !== undefined) checkVector(velocity, `${path}.velocity`);
    if (angularVelocity !== undefined) checkVector(angularVelocity, `${path}.angularVelocity`);
  });
}

function checkServo(
  servo: ServoSpec,
  normal: Vector3Like | undefined,
  path: string,
  halfSpaces: readonly HalfSpaceSpec[],
): void {
  const { direction, force, stress, area, areaBetween, maxSpeed, gain, smoothing, from = 0, until } = servo;
  if (direction === undefined) {
    if (normal === undefined)
      refuse(`${path}.direction`, 'a direction, which only half-spaces have themselves', 'none');
  } else {
    checkDirection(direction, `${path}.direction`);
    if (normal !== undefined && dot(vector3(direction), vector3(normal)) === 0) {
      refuse(
        `${path}.direction`,
        'a direction that moves the wall, not one along it',
        Object.values(vector3(direction)),
      );
    }
  }
  if ((force === undefined) === (stress === undefined))
    refuse(`${path}.force`, 'either a force or a stress', 'not one');
  if (force !== undefined) checkNumber(force, `${path}.force`);
  if (stress !== undefined) {
    checkNumber(stress, `${path}.stress`);
    if (areaBetween === undefined) checkNumber(area, `${path}.area`, { above: 0 });
    else {
      if (area !== undefined) refuse(`${path}.areaBetween`, 'no area beside it', area);
      const problem = areaProblem(areaBetween, halfSpaces);
      if (problem !== undefined) refuse(`${path}.areaBetween`, problem, areaBetween);
    }
  }
  checkNumber(maxSpeed, `${path}.maxSpeed`, { above: 0 });
  if (gain !== undefined) checkNumber(gain, `${path}.gain`, { above: 0 });
  else if (servoTarget(servo, halfSpaces) === 0)
    refuse(`${path}.gain`, 'a gain, since a force of 0 gives no scale', 'none');
  if (smoothing !== undefined) checkNumber(smoothing, `${path}.smoothing`, { least: 0 });
  checkNumber(from, `${path}.from`, { least: 0 });
  if (until !== undefined && !(until > from)) refuse(`${path}.until`, `a time after the beginning at ${from} s`, until);
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
