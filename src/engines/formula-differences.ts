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
  return [
    ...frictionDifferences(all, pairs(walls), engine, ratio),
    ...rollingDifferences(all, title),
    ...sizeDifferences(spec, engine.name),
    ...((spec.outlets?.length ?? 0) > 0
      ? [`outlets: checked every ${OUTLET_STEPS} steps instead of every step, so bodies leave later by up to that`]
      : []),
    `results depend on the number of ranks: trajectories of ${title} on other numbers part after some contacts`,
  ];
}

function frictionDifferences(
  all: readonly PairConstants[],
  onWalls: readonly PairConstants[],
  { name }: Pick<Engine, 'name'>,
  ratio: number | undefined,
): string[] {
  const hasFriction = ({ friction, law }: PairConstants): boolean => friction > 0 && law.tangential !== 'none';
  const isDamped = (pair: PairConstants): boolean => hasFriction(pair) && dampingRatioOf(pair) > 0;
  const lines: string[] = [];
  const overlap = ratio === undefined ? 'the overlap over the radius' : percent(ratio);
  if (onWalls.some(hasFriction)) {
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

function rollingDifferences(all: readonly PairConstants[], title: string): string[] {
  if (!all.some(({ law, rollingFriction }) => law.rolling !== 'none' && rollingFriction > 0)) return [];
  return [
    title === 'LAMMPS'
      ? 'rolling resistance: the nearest form is sds, a stiff spring up to the same torque: a ball rolls out within 0.04 %'
      : 'rolling resistance: the nearest form is cdt, which does not stop a ball within a step: it rolls out within ' +
        '0.2 % and trembles at rest',
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
