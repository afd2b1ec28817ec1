// SPDX-License-Identifier: MIT
/** The case `fields`: terminal velocities, start-up, packed beds, closed orbits and a force with a curl. */
import { type BinaryName, binary, input, number, product, type Tree, unary } from '../../fields/expression-tree.ts';
import type { FieldSpec, FluidSpec } from '../../fields/field-spec.ts';
import { constantExpression } from '../../fields/field-tables.ts';
import { power, tanh } from '../../math/elementary.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { spheres } from '../sphere-scene.ts';
import { atMost, plain, type Section, text, type VerificationCase } from '../verification-case.ts';

export const FIELDS_CASE: VerificationCase = {
  name: 'fields',
  title: 'Force fields and drag',
  source: 'Closed forms; drag laws of Stokes, Schiller & Naumann, Di Felice, Gidaspow (Ergun).',
  summary: 'Terminal velocities, start-up and beds by drag laws, closed orbits in a potential, work of a swirl.',
  run() {
    return [terminal(), startUp(), bed(), orbit(), swirl()];
  },
};

const GRAVITY = 9.81;
const WATER = { density: 998.2, viscosity: 1.002e-3 };
const AIR = { density: 1.204, viscosity: 18.2e-6 };

/** One sphere with a field. */
function oneBall(
  radius: number,
  density: number,
  field: FieldSpec,
  more: { readonly timeStep: number; readonly gravity?: number; readonly x?: number; readonly vy?: number },
): Simulation {
  const { timeStep, gravity = 0, x = 0, vy = 0 } = more;
  const body = { position: [x, 0, 0] as const, velocity: [0, vy, 0] as const };
  const grain = { density, stiffness: 1e4, restitution: 1 };
  const law = { normal: 'linear' as const };
  const gravityVector = [0, 0, -gravity] as const;
  return new Simulation({
    ...spheres(radius, grain, [body], { timeStep, gravity: gravityVector, law }),
    fields: [field],
  });
}

/** Drag coefficients of single spheres, written again here. */
const COEFFICIENTS: Readonly<Record<string, (Re: number) => number>> = {
  stokes: (Re) => 24 / Re,
  'schiller-naumann': (Re) => Math.max(0.44, (24 / Re) * (1 + 0.15 * power(Re, 0.687))),
  'di-felice': (Re) => (0.63 + 4.8 / Math.sqrt(Re)) * (0.63 + 4.8 / Math.sqrt(Re)),
};

/** Speed at which weight less buoyancy is the drag, by bisection. */
function terminalSpeed(d: number, density: number, { density: rho, viscosity }: FluidSpec, law: string): number {
  const coefficient = COEFFICIENTS[law] ?? COEFFICIENTS.stokes;
  const weight = ((density - rho) * GRAVITY * d * 4) / 3;
  let [low, high] = [1e-9, 100];
  for (let k = 0; k < 200; k++) {
    const middle = 0.5 * (low + high);
    const drag = (coefficient?.((rho * middle * d) / viscosity) ?? 0) * rho * middle * middle;
    if (drag < weight) low = middle;
    else high = middle;
  }
  return low;
}

const FALLS = [
  { what: 'glass, 50 µm, in water', d: 50e-6, density: 2500, fluid: WATER, law: 'stokes' },
  { what: 'glass, 50 µm, in water', d: 50e-6, density: 2500, fluid: WATER, law: 'schiller-naumann' },
  { what: 'glass, 50 µm, in water', d: 50e-6, density: 2500, fluid: WATER, law: 'di-felice' },
  { what: 'glass, 1 mm, in water', d: 1e-3, density: 2500, fluid: WATER, law: 'schiller-naumann' },
  { what: 'steel, 1 mm, in water', d: 1e-3, density: 7850, fluid: WATER, law: 'schiller-naumann' },
  { what: 'steel, 1 mm, in water', d: 1e-3, density: 7850, fluid: WATER, law: 'di-felice' },
  { what: 'sand, 0.5 mm, in air', d: 5e-4, density: 2650, fluid: AIR, law: 'schiller-naumann' },
] as const;

function terminal(): Section {
  return {
    title: 'Terminal velocities',
    blocks: [
      text('A sphere falls in a fluid at rest until its speed is constant, at steps of 1 ms: up to 3 times m/b.'),
      ...FALLS.map(({ what, d, density, fluid, law }) => {
        const simulation = oneBall(
          0.5 * d,
          density,
          { name: 'fluid', fluid: { ...fluid, drag: law } },
          {
            timeStep: 1e-3,
            gravity: GRAVITY,
          },
        );
        simulation.step(8000);
        const found = -simulation.body(0).velocity.z;
        const wanted = terminalSpeed(d, density, fluid, law);
        return atMost({
          what: `${what}, ${law} (m/s)`,
          published: plain(wanted, 6),
          found: Math.abs(found / wanted - 1),
          tolerance: 1e-6,
          ours: (off) => `${plain(found, 6)}, off by ${off}`,
          reason: 'the scheme keeps the balance of forces; what is left of the start-up',
        });
      }),
    ],
  };
}

function startUp(): Section {
  const d = 50e-6;
  const tau = (2500 * d * d) / (18 * WATER.viscosity);
  const drag = { name: 'fluid', fluid: { ...WATER, drag: 'stokes' as const } };
  const simulation = oneBall(0.5 * d, 2500, drag, { timeStep: tau / 100, gravity: GRAVITY });
  const speed = terminalSpeed(d, 2500, WATER, 'stokes');
  let most = 0;
  for (let k = 1; k <= 40; k++) {
    simulation.step(10);
    const closed = speed * (1 - Math.exp(-simulation.time / tau));
    most = Math.max(most, Math.abs(-simulation.body(0).velocity.z - closed) / speed);
  }
  return {
    title: 'Start-up',
    blocks: [
      text('The 50 µm sphere starts from rest with the drag of Stokes, at steps of τ/100: v = v∞ (1 − exp(−t/τ)).'),
      atMost({
        what: 'largest error over 4 τ, over the terminal velocity',
        published: '0',
        found: most,
        tolerance: 1e-4,
        ours: (off) => off,
        reason: 'the scheme is of second order',
      }),
      ...constantCoefficient(),
    ],
  };
}

/** A steel ball in air with a drag coefficient of 0.44, as a force that is an expression of the velocity. */
function constantCoefficient() {
  const d = 0.01;
  const density = 7850;
  const mass = (Math.PI * d * d * d * density) / 6;
  const factor = (0.44 * Math.PI * d * d * AIR.density) / 8;
  const speed = Math.sqrt((mass * GRAVITY) / factor);
  const velocities = (['vx', 'vy', 'vz'] as const).map(input);
  const squares = velocities.map((v) => product(v, v)) as [Tree, Tree, Tree];
  const size = unary('sqrt', of('add', of('add', squares[0], squares[1]), squares[2]));
  const force = velocities.map((v, k) =>
    expressionOf(product(number(-factor), of('multiply', size, v)), `-c*sqrt(vx^2 + vy^2 + vz^2)*${'xyz'[k]}`),
  ) as unknown as NonNullable<FieldSpec['force']>;
  const timeStep = speed / GRAVITY / 100;
  const simulation = oneBall(0.5 * d, density, { name: 'air', force }, { timeStep, gravity: GRAVITY });
  let most = 0;
  for (let k = 1; k <= 40; k++) {
    simulation.step(10);
    const closed = speed * tanh((GRAVITY * simulation.time) / speed);
    most = Math.max(most, Math.abs(-simulation.body(0).velocity.z - closed) / speed);
  }
  return [
    text('A steel ball of 1 cm with a constant drag coefficient of 0.44, v = v∞ tanh(g t/v∞), at v∞/(100 g).'),
    atMost({
      what: 'the same with a constant drag coefficient, over 4 v∞/g',
      published: '0',
      found: most,
      tolerance: 1e-4,
      ours: (off) => off,
      reason: 'the scheme is of second order with velocities in expressions, too',
    }),
  ];
}

function bed(): Section {
  const [d, voids, flow] = [1e-3, 0.4, 0.58102];
  const fluid = {
    ...AIR,
    drag: 'gidaspow' as const,
    buoyancy: false,
    voidFraction: constantExpression(voids),
    // u_mf is a superficial velocity; between the grains the gas is faster.
    velocity: [0, 0, flow / voids].map(constantExpression) as unknown as NonNullable<FieldSpec['force']>,
  };
  const simulation = oneBall(0.5 * d, 2650, { name: 'gas', fluid }, { timeStep: 1e-9 });
  const force = simulation.body(0).force.z;
  const u = flow / voids;
  const volume = (Math.PI * d * d * d) / 6;
  const ergun = (150 * (1 - voids) * AIR.viscosity * u) / (voids * d * d) + (1.75 * AIR.density * u * u) / d;
  return {
    title: 'A bed of grains',
    blocks: [
      text('A grain of sand of 1 mm in a bed with a void fraction of 0.4 feels its share of Ergun’s pressure drop.'),
      atMost({
        what: 'force on a grain by Ergun (µN)',
        published: plain(1e6 * ergun * volume, 6),
        found: Math.abs(force / (ergun * volume) - 1),
        tolerance: 1e-6,
        ours: (off) => `${plain(1e6 * force, 6)}, off by ${off}`,
        reason: 'rounding',
      }),
    ],
  };
}

const RADIUS = 0.01;
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * 2500;
const expressionOf = (tree: Tree, words: string) => ({ text: words, tree });
const of = (op: BinaryName, a: Tree, b: Tree): Tree => binary(op, a, b);

function orbit(): Section {
  const k = 2;
  const square = of('add', product(input('x'), input('x')), product(input('y'), input('y')));
  const potential = expressionOf(product(number(0.5 * k), square), '0.5*k*(x^2 + y^2)');
  const omega = Math.sqrt(k / MASS);
  const period = (2 * Math.PI) / omega;
  const more = { timeStep: period / 5000, x: 0.1, vy: 0.05 * omega };
  const simulation = oneBall(RADIUS, 2500, { name: 'trap', potential }, more);
  const total = (): number => simulation.energy().kinetic + simulation.energy().fieldEnergy;
  const before = total();
  simulation.step(5000);
  const { x, y } = simulation.body(0).position;
  return {
    title: 'Closed orbits',
    blocks: [
      text('A body in the potential k r²/2 moves on an ellipse, at 5,000 steps a period.'),
      atMost({
        what: 'energy after one period, relative change',
        published: '0',
        found: Math.abs(total() / before - 1),
        tolerance: 1e-6,
        ours: (off) => off,
        reason: 'central differences: the square of the step',
      }),
      atMost({
        what: 'distance from the start after one period, over the half axis',
        published: '0',
        found: Math.sqrt((x - 0.1) * (x - 0.1) + y * y) / 0.1,
        tolerance: 1e-5,
        ours: (off) => off,
        reason: 'error of the phase, (ω dt)²/24 of a turn',
      }),
    ],
  };
}

function swirl(): Section {
  // Springs keep the body on a circle; the swirl is small, so that the radius stays.
  const [k, radius, strength] = [2, 0.1, 1e-9];
  const omega = Math.sqrt(k / MASS);
  const spring = (name: 'x' | 'y'): Tree => product(number(-k), input(name));
  const force = [
    expressionOf(of('subtract', spring('x'), product(number(strength), input('y'))), '-k*x - c*y'),
    expressionOf(of('add', spring('y'), product(number(strength), input('x'))), '-k*y + c*x'),
    expressionOf(unary('negate', number(0)), '0'),
  ] as unknown as NonNullable<FieldSpec['force']>;
  const more = { timeStep: (2 * Math.PI) / omega / 2000, x: radius, vy: radius * omega };
  const simulation = oneBall(RADIUS, 2500, { name: 'swirl', force }, more);
  simulation.step(2000);
  const { fieldWork } = simulation.energy();
  // Springs in the same force do no work over a turn; the swirl does.
  const { x, y } = simulation.body(0).position;
  const ofSprings = 0.5 * k * (radius * radius - x * x - y * y);
  const wanted = 2 * Math.PI * radius * radius * strength;
  return {
    title: 'A force with a curl',
    blocks: [
      text('A body on a circle of 0.1 m in the force c (−y, x, 0) and springs: the work of a turn is 2π r² c.'),
      atMost({
        what: 'work of a turn (pJ)',
        published: plain(1e12 * wanted, 6),
        found: Math.abs((fieldWork - ofSprings) / wanted - 1),
        tolerance: 1e-5,
        ours: (off) => `${plain(1e12 * (fieldWork - ofSprings), 6)}, off by ${off}`,
        reason: 'the difference of the energies of the springs, to rounding and the square of the step',
      }),
    ],
  };
}
