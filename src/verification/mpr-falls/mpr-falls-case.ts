// SPDX-License-Identifier: MIT
/**
 * The case `mpr-falls`: convex and concave machine parts fall on a box; cost against error with variable and with fixed
 * steps.
 */
import { pose } from '../../math/pose.ts';
import { type ConvexDecomposition, convexDecomposition } from '../../meshes/convex-decomposition.ts';
import { plot } from '../report/svg-plot.ts';
import {
  check,
  count,
  figure,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { type FallScene, figureEight, figureNine } from './fall-scenes.ts';
import { eventFall, fixedFall } from './falls.ts';
import { connectingRod, crankShaft, gearShaft } from './parts.ts';
import { scenePicture } from './picture.ts';
import { fixedStep, variableStep, type WorkPoint, workPoints } from './work-precision.ts';

/**
 * At rest: speed and spin times radius below this fraction of sqrt(g r), the speed of a fall by half the radius.
 * Friction and rolling resistance are smooth and vanish with the speed, so a body that leans on another or stands on
 * curved ground creeps at a fraction of the slip speed of 1 mm/s, which is 2e-3 of sqrt(g r) here.
 */
const REST_SHARE = 0.01;
const EXACT = 1e-13;
const TOLERANCE = 1e-4;
/** A fiftieth of the shortest contact of the linear law, 5 ms. */
const FIXED_STEP = 1e-4;

export const MPR_FALLS_CASE: VerificationCase = {
  name: 'mpr-falls',
  title: 'Machine parts fall on a box',
  source:
    'Neumayr & Otter 2017, Collision handling with variable-step integrators, doi:10.1145/3158191.3158193: ' +
    'section 6, Figs. 8 and 9.',
  summary:
    'Rod, crank shaft and cylinder; then five bodies of 79 convex shapes with 651 pairs, the concave ones cut ' +
    'exactly; variable steps to rest, fixed steps beside them, and error against cost of both.',
  run(setup) {
    setup.progress('parts');
    const crank = convexDecomposition(crankShaft(), { tolerance: 0 });
    const gear = convexDecomposition(gearShaft(), { tolerance: 0 });
    const parts = partsSection(crank, gear, setup.full);
    setup.progress('Fig. 8');
    const eight = fallSection(figureEight(), setup.full ? 4 : 0.3, setup);
    setup.progress('Fig. 9');
    const nine = fallSection(figureNine(gear, crank), setup.full ? 2 : 0.12, setup);
    setup.progress('work and precision');
    return [parts, eight, nine, workSection(setup)];
  },
};

/** Fig. 8 uses the hull of the rod; the full form decomposes it. */
function partsSection(crank: ConvexDecomposition, gear: ConvexDecomposition, full: boolean): Section {
  const rod = full ? [{ name: 'connecting rod', tolerance: 0.02, facets: connectingRod().facets.length }] : [];
  const made = [
    ...rod.map((each) => ({ ...each, result: convexDecomposition(connectingRod(), { tolerance: each.tolerance }) })),
    { name: 'crank shaft', tolerance: 0, facets: crankShaft().facets.length, result: crank },
    { name: 'gear shaft', tolerance: 0, facets: gearShaft().facets.length, result: gear },
  ];
  const exact = made.filter(({ tolerance }) => tolerance === 0);
  const worst = Math.max(...exact.map(({ result }) => Math.abs(result.volumeError)));
  return {
    title: 'Parts',
    blocks: [
      text(
        'The meshes of the paper were not published; these are of our own making (examples/parts). A mesh that ' +
          'is not convex is cut along planes through its notches until every part is convex.',
      ),
      table(
        'Convex parts',
        ['mesh', 'facets', 'tolerance', 'parts', 'volume error', 'deviation at most (m)'],
        made.map(({ name, facets, tolerance, result }) => [
          name,
          String(facets),
          tolerance === 0 ? 'exact' : String(tolerance),
          String(result.pieces.length),
          plain(result.volumeError, 2),
          plain(result.largestDeviation.upper, 2),
        ]),
      ),
      check({
        what: 'Crank shaft and gear shaft have 6 and 70 parts and lose no volume',
        published: '76 convex parts of two concave bodies',
        ours: `${exact.map(({ result }) => result.pieces.length).join(' + ')}, volume error ${plain(worst, 2)}`,
        tolerance: `exactly; ${plain(EXACT)}`,
        reason: 'all cuts run through notches; volumes are sums of some hundred products',
        passed: exact.map(({ result }) => result.pieces.length).join() === '6,70' && worst < EXACT,
      }),
    ],
  };
}

function fallSection(fall: FallScene, until: number, { full, cpuSeconds }: RunSetup): Section {
  const run = eventFall(fall, TOLERANCE, until, cpuSeconds);
  const fixed = fixedFall(fall, FIXED_STEP, until, cpuSeconds);
  const { statistics } = run;
  const fastest = Math.max(...run.shares);
  const falling = fall.bodies.map((body, i) => ({ ...body, last: run.poses[i] })).filter(({ fixed }) => fixed !== true);
  const start = falling.map(({ shape, position, orientation }) => ({
    shape,
    pose: pose({ ...(position && { position }), ...(orientation && { orientation }) }),
  }));
  const last = falling.map(({ shape, last: end }) => ({ shape, pose: end }));
  const isNine = fall.name === 'Fig. 9';
  return {
    title: `${fall.name}: ${fall.bodies.map(({ name }) => name).join(', ')}`,
    blocks: [
      figure('At the start', scenePicture(`${fall.name}, start`, start)),
      figure(`After ${until} s`, scenePicture(`${fall.name}, after ${until} s`, last)),
      table(
        `${until} s`,
        ['', 'steps', 'rejected', 'evaluations', 'events', 'distances', 'unproven', 'CPU (s)'],
        [
          [
            `variable steps, tolerance ${plain(TOLERANCE)}`,
            ...[statistics.steps, statistics.rejectedSteps, statistics.evaluations, statistics.events].map(count),
            ...[statistics.distances, statistics.unprovenIntervals].map(count),
            run.cpuSeconds.toFixed(1),
          ],
          [
            `fixed steps of ${plain(FIXED_STEP)} s`,
            count(fixed.steps),
            '',
            count(fixed.steps),
            '',
            '',
            '',
            fixed.cpuSeconds.toFixed(1),
          ],
        ],
        'Unproven: parts of steps in which a brief contact could not be excluded. Rolling and twisting friction ' +
          'are 0.05, our choice, for both kinds of steps. The fixed steps have linear springs with a history of ' +
          'friction, another law: they tell what a run costs, and not the same motion.',
      ),
      table(
        'At the end',
        ['body', 'speed (m/s)', 'of sqrt(g r)', 'height (m)', 'speed, fixed steps', 'height, fixed steps'],
        fall.bodies.map(({ name = '' }, i) => [
          name,
          plain(run.speeds[i], 2),
          plain(run.shares[i], 2),
          run.heights[i].toFixed(4),
          plain(fixed.speeds[i], 2),
          fixed.heights[i].toFixed(4),
        ]),
      ),
      check({
        what: 'Shapes and pairs',
        published: isNine ? '79 shapes, 651 pairs' : 'four parts collide with each other',
        ours: `${fall.shapeCount} shapes, ${fall.pairCount} pairs`,
        tolerance: 'exactly',
        reason: isNine
          ? 'cylinder, sphere, 70 and 6 parts, and the box as ground: 3 pairs of convex bodies, 3 x 76 and 70 x 6'
          : 'rod and crank shaft as their convex hulls, as in the paper; six pairs',
        passed: fall.shapeCount === (isNine ? 79 : 4) && fall.pairCount === (isNine ? 651 : 6),
      }),
      check({
        what: full ? 'All bodies come to rest' : 'The run reaches its end',
        published: 'collisions are handled as expected',
        ours: `${run.end} at ${plain(run.time)} s, the fastest at ${plain(fastest, 2)} of sqrt(g r)`,
        tolerance: full ? `${REST_SHARE} sqrt(g r)` : 'the time asked for',
        reason: full
          ? 'smooth friction and rolling resistance let bodies creep at a share of the slip speed of 1 mm/s'
          : 'the full run goes on until they rest',
        passed: run.end === 'end' && (!full || fastest < REST_SHARE),
      }),
    ],
  };
}

function workSection({ full, cpuSeconds }: RunSetup): Section {
  const times = full ? [0.16, 0.26] : [0.16];
  const tolerances = full ? [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9] : [1e-3, 1e-5, 1e-7];
  const steps = full ? [1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6] : [3e-4, 1e-4, 3e-5];
  const runs = times.map((until) => {
    const reference = variableStep(1e-11, until);
    return {
      until,
      events: reference.events,
      variable: workPoints(tolerances, (tolerance) => variableStep(tolerance, until), reference, cpuSeconds),
      fixed: workPoints(steps, (step) => fixedStep(step, until), reference, cpuSeconds),
    };
  });
  const [{ variable, fixed }] = runs;
  const order = Math.log(fixed[0].error / fixed[2].error) / Math.log(fixed[0].setting / fixed[2].setting);
  const span = variable[0].error / variable[variable.length - 1].error;
  return {
    title: 'Work and precision',
    blocks: [
      text(
        'Rod and crank shaft of Fig. 8 fall without friction or damping, on the energy of the common volume, ' +
          'which both engines have: one motion, and one reference for both, variable steps with a tolerance of ' +
          '1e-11.',
        'The error is the largest distance of a centre of mass from its place in the reference.',
      ),
      ...runs.flatMap(({ until, events, variable: a, fixed: b }) => [
        workTable(`After ${until} s and ${events} events`, a, b),
        workFigure(`Error against evaluations, ${until} s`, 'evaluations of all forces', a, b, (p) => p.evaluations),
        workFigure(`Error against time, ${until} s`, 'CPU time (s)', a, b, (p) => p.cpuSeconds),
      ]),
      check({
        what: 'Fixed steps tend to the reference with the second order',
        published: 'none; the order of central differences is 2',
        ours: `order ${plain(order)}`,
        tolerance: '1.8 to 2.2',
        reason: 'the force of a common volume is continuous, and its derivative jumps where features change',
        passed: order > 1.8 && order < 2.2,
      }),
      check({
        what: 'The error follows the tolerance',
        published: 'none',
        ours:
          `tolerance down by ${plain(variable[0].setting / variable[variable.length - 1].setting)}, error by ` +
          `${plain(span)}`,
        tolerance: 'at least the square root of it',
        reason: 'an error of a step is asked for, and impacts amplify it',
        passed: span > Math.sqrt(variable[0].setting / variable[variable.length - 1].setting),
      }),
    ],
  };
}

function workTable(title: string, variable: readonly WorkPoint[], fixed: readonly WorkPoint[]) {
  const row = (name: string, { setting, evaluations, cpuSeconds, error }: WorkPoint): string[] => [
    `${name} ${plain(setting)}`,
    count(evaluations),
    cpuSeconds.toFixed(2),
    plain(error, 2),
  ];
  return table(
    title,
    ['', 'evaluations', 'CPU (s)', 'error (m)'],
    [...variable.map((each) => row('tolerance', each)), ...fixed.map((each) => row('step', each))],
  );
}

function workFigure(
  title: string,
  label: string,
  variable: readonly WorkPoint[],
  fixed: readonly WorkPoint[],
  cost: (point: WorkPoint) => number,
) {
  const points = (list: readonly WorkPoint[]) => list.map((each) => [cost(each), each.error] as const);
  return figure(
    title,
    plot({
      title,
      x: { label, scale: 'log' },
      y: { label: 'error (m)', scale: 'log' },
      series: [
        { name: 'variable steps', style: 'line', tone: 1, points: points(variable) },
        { name: 'fixed steps', style: 'line', tone: 2, points: points(fixed) },
      ],
    }),
  );
}
