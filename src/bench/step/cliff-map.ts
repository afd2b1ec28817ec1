// SPDX-License-Identifier: MIT
/**
 * Cost of a step of two touching bodies over shapes, tilts, offsets, sizes and depths: a map in which a method that
 * fails somewhere shows as a cliff. The lower body of each pair is fixed; the upper one moves by about 1e-5 of its size
 * in a step, and its springs are too weak to change that.
 */
import { pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { describeMachine, machineLine } from '../machine.ts';
import { markdownTable } from '../markdown-table.ts';
import { GRAIN_SPEC } from './sphere-scenes.ts';

/** Half the width of the lower body, m. */
const HALF = 0.003;
const PAIR_COUNT = 36;
const WARM_UP_STEPS = 3;
const STEPS = 25;
const TIMINGS = 3;
/** A cell that costs more than so many times one beside it is a cliff. */
export const CLIFF = 5;
/** N/m, m/s and rad/s: a path of 1e-5 of the size in a step, whatever the overlap. */
const STIFFNESS = 1e-9;
const SPEED = 1e-3;
const SPIN = 0.3;
const TIME_STEP = 3e-5;
/** Secant steps to a given overlap: distances change by less than the way along the line. */
const PLACING_STEPS = 25;

/** Place of the upper body: offset and depth over its half width, tilt in rad (undefined: any); size of the lower. */
interface Condition {
  readonly title: string;
  readonly offset: number;
  readonly tilt: number | undefined;
  readonly ratio: number;
  readonly depth: number;
}

const BASE: Condition = { title: 'base', offset: 0, tilt: 0, ratio: 1, depth: 2e-3 };

/** Groups of conditions, those that follow each other are neighbours. */
const GROUPS: Readonly<Record<string, readonly Condition[]>> = {
  'tilt, rad': [
    ...[0, 1e-6, 1e-4, 1e-2, 0.1].map((tilt) => ({ ...BASE, tilt, title: String(tilt) })),
    { ...BASE, tilt: undefined, title: 'any' },
  ],
  'offset of the half width': [0, 1e-4, 1e-2, 0.3, 0.9].map((offset) => ({ ...BASE, offset, title: String(offset) })),
  'offset and tilt': [1e-6, 1e-4, 1e-2].map((x) => ({ ...BASE, offset: x, tilt: x, title: String(x) })),
  'size of the lower body': [1, 3, 10, 30, 100].map((ratio) => ({
    ...BASE,
    tilt: undefined,
    ratio,
    title: `1:${ratio}`,
  })),
  'depth of the half width': [1e-6, 1e-4, 1e-2, 0.05, 0.2].map((depth) => ({
    ...BASE,
    tilt: undefined,
    depth,
    title: String(depth),
  })),
};

const EXPONENTS = [1.5, 2, 2.25, 2.5, 3, 3.5, 4, 6, 8, 20, 50, 100];

/** Shapes by title with half the width `half`; those of superquadrics that follow each other are neighbours. */
const SHAPES: Readonly<Record<string, (half: number) => ConvexShape>> = {
  ...Object.fromEntries(
    EXPONENTS.map((n) => [
      `superquadric ${n}`,
      (half: number) => superquadric({ semiAxes: [half, half, half], n1: n, n2: n }),
    ]),
  ),
  'superquadric 3.5, 2.5': (half) => superquadric({ semiAxes: [half, half, half], n1: 3.5, n2: 2.5 }),
  cylinder: (half) => cylinder({ radius: half, halfLength: half }),
  cone: (half) => cone({ radius: half, height: 2 * half }),
  tablet: (half) => tablet({ diameter: 2 * half, bandHeight: half, capRadius: 1.5 * half }),
  capsule: (half) => capsule({ radius: 0.5 * half, halfLength: 0.5 * half }),
  box: (half) => box({ halfExtents: [half, half, half] }),
};

export interface CliffCell {
  readonly shape: string;
  readonly group: string;
  readonly condition: string;
  /** CPU time of a pair in a step. */
  readonly microseconds: number;
  readonly isCliff: boolean;
}

function place(random: Random, upper: ConvexShape, lower: ConvexShape, { offset, tilt, depth }: Condition): BodySpec[] {
  const turn = tilt === undefined ? random.rotation() : fromAxisAngle(random.unitVector(), tilt);
  const orientation = tilt === undefined ? multiply(turn, random.rotation()) : turn;
  const lowerPose = pose(tilt === undefined ? { orientation: random.rotation() } : {});
  const azimuth = 2 * Math.PI * random.next();
  const aside = offset * HALF;
  let height = 4 * HALF * 101;
  const at = (): readonly [number, number, number] => [aside * Math.cos(azimuth), aside * Math.sin(azimuth), height];
  for (let step = 0; step < PLACING_STEPS; step++) {
    height -= contact(lower, lowerPose, upper, pose({ position: at(), orientation })).distance + depth * HALF;
  }
  const { w, x, y, z } = orientation;
  const { orientation: q } = lowerPose;
  const way = random.unitVector();
  const axis = random.unitVector();
  return [
    { shape: 'lower', material: 'grain', position: [0, 0, 0], orientation: [q.w, q.x, q.y, q.z], fixed: true },
    {
      shape: 'upper',
      material: 'grain',
      position: at(),
      orientation: [w, x, y, z],
      velocity: [SPEED * way.x, SPEED * way.y, SPEED * way.z],
      angularVelocity: [SPIN * axis.x, SPIN * axis.y, SPIN * axis.z],
    },
  ];
}

function specOf(create: (half: number) => ConvexShape, condition: Condition): SimulationSpec {
  const random = new Random(12);
  const lower = create(HALF * condition.ratio);
  const upper = create(HALF);
  const pitch = 8 * HALF * condition.ratio;
  const side = Math.ceil(Math.sqrt(PAIR_COUNT));
  const bodies = Array.from({ length: PAIR_COUNT }, (_, k) => {
    const [dx, dy] = [pitch * (k % side), pitch * Math.floor(k / side)];
    return place(random, upper, lower, condition).map((body) => {
      const [x = 0, y = 0, z = 0] = body.position as readonly number[];
      return { ...body, position: [x + dx, y + dy, z] as const };
    });
  }).flat();
  return {
    ...GRAIN_SPEC,
    gravity: [0, 0, 0],
    timeStep: TIME_STEP,
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ ...GRAIN_SPEC.materials[0], stiffness: STIFFNESS }],
    shapes: [
      { name: 'lower', convex: lower },
      { name: 'upper', convex: upper },
    ],
    bodies,
    threads: 1,
  };
}

/** CPU time of a pair in a step, us: the least of some timings, the first steps of each simulation not counted. */
function timeCell(create: (half: number) => ConvexShape, condition: Condition): number {
  const spec = specOf(create, condition);
  let least = Number.POSITIVE_INFINITY;
  for (let timing = 0; timing < TIMINGS; timing++) {
    const simulation = new Simulation(spec);
    simulation.step(WARM_UP_STEPS);
    const before = process.cpuUsage();
    simulation.step(STEPS);
    const { user, system } = process.cpuUsage(before);
    simulation.dispose();
    least = Math.min(least, (user + system) / (STEPS * PAIR_COUNT));
  }
  return least;
}

/** True where a number is above CLIFF times one of those beside it, in its row or in its column. */
export function isCliff(rows: readonly (readonly number[])[], row: number, column: number): boolean {
  const own = rows[row]?.[column] ?? 0;
  const beside = [rows[row]?.[column - 1], rows[row]?.[column + 1], rows[row - 1]?.[column], rows[row + 1]?.[column]];
  return beside.some((each) => each !== undefined && own > CLIFF * each);
}

/** Times all cells of the shapes whose title contains `only`. */
export function mapCliffs(only = '', progress?: (line: string) => void): CliffCell[] {
  const titles = Object.keys(SHAPES).filter((title) => title.includes(only));
  const cells: CliffCell[] = [];
  if (titles.length === 0) return cells;
  // Compilers optimise what the first cells run.
  timeCell(SHAPES[titles[0]], BASE);
  for (const [group, conditions] of Object.entries(GROUPS)) {
    const rows = titles.map((title) => {
      progress?.(`${group}: ${title}`);
      return conditions.map((condition) => timeCell(SHAPES[title], condition));
    });
    // Only exponents are beside each other in a column.
    const exponents = rows.filter((_, k) => isExponent(titles[k]));
    rows.forEach((row, k) => {
      const among = isExponent(titles[k]) ? exponents : [row];
      row.forEach((microseconds, c) => {
        cells.push({
          shape: titles[k],
          group,
          condition: conditions[c].title,
          microseconds,
          isCliff: isCliff(among, among.indexOf(row), c),
        });
      });
    });
  }
  return cells;
}

function isExponent(title: string): boolean {
  return /^superquadric [\d.]+$/.test(title);
}

/** The map as Markdown: a table a group; cliffs have an exclamation mark. */
export function cliffReport(cells: readonly CliffCell[]): string {
  const groups = [...new Set(cells.map(({ group }) => group))];
  const shapes = [...new Set(cells.map(({ shape }) => shape))];
  const tables = groups.map((group) => {
    const own = cells.filter((cell) => cell.group === group);
    const conditions = [...new Set(own.map(({ condition }) => condition))];
    const rows = shapes.map((shape) => [
      shape,
      ...conditions.map((condition) => {
        const cell = own.find((each) => each.shape === shape && each.condition === condition);
        return cell === undefined ? '-' : `${cell.microseconds.toFixed(1)}${cell.isCliff ? ' !' : ''}`;
      }),
    ]);
    return [`## ${group}`, '', markdownTable([['shape', ...conditions], ...rows])].join('\n');
  });
  const count = cells.filter((cell) => cell.isCliff).length;
  return [
    '# Cliffs',
    '',
    `${machineLine(describeMachine())}. CPU time of a touching pair in a step, us.`,
    `"!": more than ${CLIFF} times a cell beside it (${count} of ${cells.length}).`,
    'Exponents and conditions that follow each other are beside each other.',
    '',
    tables.join('\n\n'),
  ].join('\n');
}
