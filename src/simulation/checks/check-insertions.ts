// SPDX-License-Identifier: MIT
/** Checks the insertions of a simulation's spec; messages start with the path of the entry. */

import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import type {
  FillSpec,
  InsertedShapeSpec,
  InsertionRegionSpec,
  InsertionSpec,
  ShareBasis,
} from '../../bodies/insertion/insertion-spec.ts';
import { distance, vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { checkNames, checkNumber, checkVector, refuse } from './check-spec.ts';

/** More would not fit into the memory of any simulation. */
const MOST_BODIES = 1e8;
const MOST_ATTEMPTS = 1e6;
const SHARE_BASES: readonly ShareBasis[] = ['number', 'volume', 'mass'];
/** Times are kept apart to a millionth of a step. */
const MOST_BODIES_A_STEP = 1e6;

export function checkInsertions(spec: SimulationSpec): void {
  const { insertions = [], seed } = spec;
  if (seed !== undefined) checkNumber(seed, 'seed');
  checkNames(insertions, 'insertions');
  insertions.forEach((insertion, k) => {
    const path = `insertions[${k}]`;
    if (insertion.shapes.length === 0) refuse(`${path}.shapes`, 'at least one shape', 'none');
    insertion.shapes.forEach((shape, j) => {
      checkShape(shape, spec, `${path}.shapes[${j}]`);
    });
    const { weightsBy } = insertion;
    if (weightsBy !== undefined && !SHARE_BASES.includes(weightsBy)) {
      refuse(`${path}.weightsBy`, SHARE_BASES.join(', '), weightsBy);
    }
    checkRegion(insertion.region, `${path}.region`);
    if (insertion.fill !== undefined) checkFill(insertion, insertion.fill, spec, path);
    else checkTimes(insertion, spec.timeStep, path);
    if (insertion.velocity !== undefined) checkVector(insertion.velocity, `${path}.velocity`);
    checkWhole(insertion.attempts, MOST_ATTEMPTS, `${path}.attempts`);
  });
}

function checkWhole(value: number | undefined, most: number, path: string): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
  refuse(path, `a whole number from 1 to ${most}`, value);
}

/** A region is filled before the first step; its amount is the fraction. */
function checkFill(insertion: InsertionSpec, fill: FillSpec, { meshes = [] }: SimulationSpec, path: string): void {
  checkNumber(fill.fraction, `${path}.fill.fraction`, { above: 0, most: 1 });
  for (const key of ['count', 'mass', 'porosity', 'rate', 'massRate', 'until'] as const) {
    if (insertion[key] !== undefined)
      refuse(`${path}.${key}`, 'none beside fill, whose fraction is the amount', insertion[key]);
  }
  if ((insertion.from ?? 0) !== 0)
    refuse(`${path}.from`, '0 with fill, which packs before the first step', insertion.from);
  if (!(regionOf(insertion.region).volume > 0))
    refuse(`${path}.region`, 'a region with a volume to fill', 'a flat one');
  checkOnFull(insertion, path);
  if (fill.mesh !== undefined && !meshes.some(({ name }) => name === fill.mesh)) {
    const names = meshes.map(({ name }) => `"${name}"`).join(', ');
    refuse(`${path}.fill.mesh`, names === '' ? 'a mesh, of which there is none' : `one of ${names}`, fill.mesh);
  }
}

function checkOnFull({ onFull, places }: InsertionSpec, path: string): void {
  if (places !== undefined && places !== 'balls' && places !== 'shapes')
    refuse(`${path}.places`, 'balls or shapes', places);
  if (onFull !== undefined && onFull !== 'stop' && onFull !== 'accept')
    refuse(`${path}.onFull`, 'stop or accept', onFull);
}

function checkTimes(insertion: InsertionSpec, timeStep: number, path: string): void {
  const { count, mass, porosity, rate, massRate, from = 0, until } = insertion;
  if ([count, mass, porosity, rate, massRate].every((value) => value === undefined)) {
    refuse(`${path}.count`, 'a count, a mass, a porosity, a rate or a massRate, or a fill', 'none of them');
  }
  checkWhole(count, MOST_BODIES, `${path}.count`);
  if (mass !== undefined) checkNumber(mass, `${path}.mass`, { above: 0 });
  if (rate !== undefined && massRate !== undefined) refuse(`${path}.massRate`, 'either a rate or a massRate', 'both');
  if (massRate !== undefined) checkNumber(massRate, `${path}.massRate`, { above: 0 });
  if (porosity !== undefined) {
    checkNumber(porosity, `${path}.porosity`, { above: 0, most: 1 });
    if (!(regionOf(insertion.region).volume > 0)) refuse(`${path}.porosity`, 'a region with a volume', 'a flat one');
    if (rate !== undefined || massRate !== undefined) {
      refuse(`${path}.porosity`, 'no rate or massRate with a porosity, which is reached at once', porosity);
    }
  }
  checkOnFull(insertion, path);
  if (rate !== undefined) {
    checkNumber(rate, `${path}.rate`, { above: 0 });
    if (rate * timeStep > MOST_BODIES_A_STEP) {
      refuse(
        `${path}.rate`,
        `at most ${(MOST_BODIES_A_STEP / timeStep).toPrecision(3)} bodies a second, a million a step`,
        rate,
      );
    }
  }
  checkNumber(from, `${path}.from`, { least: 0 });
  if (until !== undefined && !(Number.isFinite(until) && until > from)) {
    refuse(`${path}.until`, `a time after the beginning at ${from} s`, until);
  }
}

function checkShape({ shape, weight, scale }: InsertedShapeSpec, { shapes = [] }: SimulationSpec, path: string): void {
  const found = shapes.find(({ name }) => name === shape);
  if (found === undefined) {
    refuse(`${path}.shape`, `one of ${shapes.map(({ name }) => `"${name}"`).join(', ')}`, shape);
  }
  checkNumber(weight, `${path}.weight`, { above: 0 });
  if (scale === undefined) return;
  checkScale(scale, `${path}.scale`);
}

function checkScale(scale: NonNullable<InsertedShapeSpec['scale']>, path: string): void {
  if ('constant' in scale) checkNumber(scale.constant, `${path}.constant`, { above: 0 });
  else if ('uniform' in scale) {
    const [least, most] = scale.uniform;
    checkNumber(least, `${path}.uniform[0]`, { above: 0 });
    checkNumber(most, `${path}.uniform[1]`, { least });
  } else if ('normal' in scale) {
    const { mean, deviation, min, max } = scale.normal;
    checkNumber(min, `${path}.normal.min`, { above: 0 });
    checkNumber(max, `${path}.normal.max`, { least: min });
    checkNumber(mean, `${path}.normal.mean`, { least: min, most: max });
    checkNumber(deviation, `${path}.normal.deviation`, { least: 0 });
  } else if ('table' in scale) {
    scale.table.forEach(({ size, share }, k) => {
      checkNumber(size, `${path}.table[${k}].size`, { above: 0 });
      checkNumber(share, `${path}.table[${k}].share`, { least: 0 });
    });
    if (!scale.table.some(({ share }) => share > 0)) refuse(`${path}.table`, 'a share > 0', 'none');
  } else if ('logNormal' in scale) {
    const { median, spread, min, max, by } = scale.logNormal;
    checkEnds(min, max, by, `${path}.logNormal`);
    checkNumber(median, `${path}.logNormal.median`, { least: min, most: max });
    checkNumber(spread, `${path}.logNormal.spread`, { least: 1 });
  } else if ('weibull' in scale) {
    const { size, exponent, min, max, by } = scale.weibull;
    checkEnds(min, max, by, `${path}.weibull`);
    checkNumber(size, `${path}.weibull.size`, { above: 0 });
    checkNumber(exponent, `${path}.weibull.exponent`, { above: 0 });
  } else if ('sieves' in scale) {
    scale.sieves.forEach(({ from, to, share }, k) => {
      checkNumber(from, `${path}.sieves[${k}].from`, { above: 0 });
      checkNumber(to, `${path}.sieves[${k}].to`, { least: from });
      checkNumber(share, `${path}.sieves[${k}].share`, { least: 0 });
    });
    if (!scale.sieves.some(({ share }) => share > 0)) refuse(`${path}.sieves`, 'a share > 0', 'none');
  } else if ('samples' in scale) {
    if (scale.samples.length === 0) refuse(`${path}.samples`, 'at least one size', 'none');
    scale.samples.forEach((size, k) => {
      checkNumber(size, `${path}.samples[${k}]`, { above: 0 });
    });
  } else {
    const known = 'constant, uniform, normal, table, logNormal, weibull, sieves or samples';
    refuse(path, known, Object.keys(scale).join());
  }
}

function checkEnds(min: number, max: number, by: ShareBasis | undefined, path: string): void {
  checkNumber(min, `${path}.min`, { above: 0 });
  checkNumber(max, `${path}.max`, { least: min });
  if (by !== undefined && !SHARE_BASES.includes(by)) refuse(`${path}.by`, SHARE_BASES.join(', '), by);
}

/** Of a tube too, where `region` may be one. */
export function checkRegion(region: InsertionRegionSpec, path: string): void {
  if ('box' in region) {
    const { min, max } = region.box;
    checkVector(min, `${path}.box.min`);
    checkVector(max, `${path}.box.max`);
    for (const axis of ['x', 'y', 'z'] as const) {
      const least = vector3(min)[axis];
      if (!(vector3(max)[axis] >= least)) {
        refuse(`${path}.box.max.${axis}`, `at least box.min.${axis} = ${least}`, vector3(max)[axis]);
      }
    }
  } else if ('cylinder' in region) {
    const { from, to, radius } = region.cylinder;
    checkVector(from, `${path}.cylinder.from`);
    checkVector(to, `${path}.cylinder.to`);
    checkNumber(radius, `${path}.cylinder.radius`, { above: 0 });
    if (!(distance(vector3(from), vector3(to)) > 0))
      refuse(`${path}.cylinder.to`, 'another point than from', 'the same');
  } else if ('tube' in region) {
    const { innerRadius, ...cylinder } = region.tube;
    checkRegion({ cylinder }, path);
    checkNumber(innerRadius, `${path}.tube.innerRadius`, { above: 0 });
    if (!(innerRadius < cylinder.radius)) {
      refuse(`${path}.tube.innerRadius`, `less than the radius, ${cylinder.radius}`, innerRadius);
    }
  } else if ('sphere' in region) {
    checkVector(region.sphere.centre, `${path}.sphere.centre`);
    checkNumber(region.sphere.radius, `${path}.sphere.radius`, { above: 0 });
  } else refuse(path, 'box, cylinder, tube or sphere', Object.keys(region).join());
}
