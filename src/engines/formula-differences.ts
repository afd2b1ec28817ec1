// SPDX-License-Identifier: MIT
/**
 * Where the formulas of an engine differ from ours for a scene, with numbers: what users are told before a run, and
 * what the manifest of the run keeps. The numbers are those of single impacts of spheres at 1 m/s. The table is in
 * docs/guide/engines.md.
 */
import type { PairConstants } from '../contact-laws/pair-constants.ts';
import { areRigid, constantsOf } from '../simulation/law-table.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { type Engine, engineTitle } from './engine-name.ts';
import { ROLLING_OVERLAP } from './lammps-law.ts';
import { superquadricShapes } from './liggghts-superquadrics.ts';
import { OUTLET_STEPS } from './outlet-interval.ts';
import { dampingRatioOf } from './restitution-number.ts';
import { usedMaterials } from './used-materials.ts';

/** What is known of the overlaps of a scene. */
export interface ExpectedOverlaps {
  /** Largest overlap over radius that is expected; undefined if nothing is known. */
  readonly ratio?: number | undefined;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

/** Sentences, the most important first; none if the engine has our formulas. */
export function formulaDifferences(
  spec: SimulationSpec,
  engine: Pick<Engine, 'name' | 'version'>,
  { ratio }: ExpectedOverlaps = {},
): string[] {
  const { bodies, walls } = usedMaterials(spec);
  const pairs = (others: ReadonlySet<number>): PairConstants[] =>
    [...bodies].flatMap((a) => [...others].flatMap((b) => (areRigid(spec, a, b) ? [] : [constantsOf(spec, a, b)])));
  const all = pairs(new Set([...bodies, ...walls]));
  const title = engineTitle(engine.name);
  const hasSolids = superquadricShapes(spec).length > 0;
  return [
    ...frictionDifferences(all, pairs(walls), { name: engine.name, hasSolids }, ratio),
    ...rollingDifferences(all, engine.name),
    ...(hasSolids ? solidDifferences(ratio) : sizeDifferences(spec, engine.name)),
    ...((spec.outlets?.length ?? 0) > 0
      ? [`outlets: checked every ${OUTLET_STEPS} steps instead of every step, so bodies leave later by up to that`]
      : []),
    `results depend on the number of ranks: trajectories of ${title} on other numbers part after some contacts`,
  ];
}

function frictionDifferences(
  all: readonly PairConstants[],
  onWalls: readonly PairConstants[],
  { name, hasSolids }: Pick<Engine, 'name'> & { readonly hasSolids: boolean },
  ratio: number | undefined,
): string[] {
  const hasFriction = ({ friction, law }: PairConstants): boolean => friction > 0 && law.tangential !== 'none';
  const isDamped = (pair: PairConstants): boolean => hasFriction(pair) && dampingRatioOf(pair) > 0;
  const lines: string[] = [];
  const overlap = ratio === undefined ? 'the overlap over the radius' : percent(ratio);
  if (onWalls.some(hasFriction) && !hasSolids) {
    const lever = name === 'lammps' ? 'the radius' : 'the radius less half the overlap';
    const share = name === 'lammps' ? overlap : ratio === undefined ? `half of ${overlap}` : percent(0.5 * ratio);
    lines.push(
      `friction on walls: the lever is ${lever}, ours is the radius less the overlap: torques differ by ${share}`,
    );
  }
  if (name === 'lammps' && all.some(hasFriction)) {
    lines.push(
      `friction between bodies: the slip is taken at the radius, ours at the contact: it differs by ` +
        `${ratio === undefined ? `half of ${overlap}` : percent(0.5 * ratio)}`,
    );
  }
  if (all.some(isDamped)) {
    lines.push(
      name === 'lammps'
        ? 'sliding: spring and dashpot together decide and are scaled to the limit, ours is the spring alone: ' +
            'velocities after an impact that slides differ by up to 5 %, angular velocities by up to 20 %; settled beds ' +
            'are lower by about 1.4 %'
        : 'sticking: spring and dashpot may exceed the limit of friction, ours may not: velocities after an impact ' +
            'on a wall differ by up to 2.5 %, angular velocities by up to 9 %; none between equal spheres',
    );
  }
  if (all.some(({ law }) => law.tangential === 'mindlin-incremental')) {
    lines.push('mindlin-incremental: the nearest form is mindlin_rescale/force, which differs by 0.2 % in an impact');
  }
  return lines;
}

/** For a ball that rolls out on a plane; the twins of the tests measure them. */
const ROLLING_DIFFERENCES = {
  lammps: {
    'model-a': 'the nearest form is sds, a stiff spring up to the same torque: a ball rolls out within 0.04 %',
    epsd:
      'the nearest form is sds, whose damping is that of the smallest spheres: a ball of their size rolls out within ' +
      '0.25 %',
    epsd2: 'the nearest form is sds: a ball rolls out within 0.15 %',
  },
  liggghts: {
    'model-a':
      'the nearest form is cdt, which does not stop a ball within a step: it rolls out within 0.2 % and trembles at rest',
    epsd:
      'the dashpot has no limit there, ours has that of the spring: a ball of 0.1 m/s rolls out 6 % shorter; without ' +
      'rollingDamping within 0.1 %',
    epsd2: 'the spring does not shrink while a contact unloads, ours does: a ball rolls out within 0.1 %',
  },
} as const;

function rollingDifferences(all: readonly PairConstants[], name: Engine['name']): string[] {
  const acting = all.filter(({ law, rollingFriction }) => law.rolling !== 'none' && rollingFriction > 0);
  const kinds = new Set(acting.flatMap(({ law }) => (law.rolling === 'none' ? [] : [law.rolling])));
  const isLinearThere = ({ law }: PairConstants): boolean => law.normal === 'hertz' && law.rolling !== 'model-a';
  return [
    ...[...kinds].map((kind) => `rolling resistance ${kind}: ${ROLLING_DIFFERENCES[name][kind]}`),
    ...(name === 'lammps' && acting.some(isLinearThere)
      ? [
          'rolling spring of hertz contacts: it has one stiffness, that of ours at an overlap of ' +
            `${percent(ROLLING_OVERLAP)} of the effective radius; it does not grow with the overlap`,
        ]
      : []),
  ];
}

/** Of two superquadrics; measured over the overlap in units of the radius, from 0.8 to 6 %. */
const SOLID_VELOCITY = 0.05;
const SOLID_SPIN = 0.6;

function solidDifferences(ratio: number | undefined): string[] {
  const share = (factor: number): string =>
    ratio === undefined ? `${factor} of the overlap over the radius` : percent(factor * ratio);
  return [
    'contacts of two superquadrics: the point is where both potentials are equal and the overlap is the chord along ' +
      'the gradients, ours is the minimum translation: velocities after an impact differ by about ' +
      `${share(SOLID_VELOCITY)}, angular velocities by about ${share(SOLID_SPIN)}; contacts with half-spaces are ours`,
  ];
}

/** With linear springs LIGGGHTS takes the lever of equal spheres for unequal ones. */
function sizeDifferences(spec: SimulationSpec, name: Engine['name']): string[] {
  const scales = new Set(spec.bodies?.map(({ scale = 1, shape }) => `${shape} ${scale}`));
  if (scales.size < 2 || (spec.law.tangential ?? 'none') === 'none') return [];
  return [
    `spheres of different sizes: the contact is half the overlap below each surface, ours is in the plane where they ` +
      `cut: velocities after an impact at radii 1 to 2 differ by ${name === 'lammps' ? '0.5 %' : '0.2 %'}`,
  ];
}
