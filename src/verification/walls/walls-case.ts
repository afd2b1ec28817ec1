// SPDX-License-Identifier: MIT
/**
 * The case `walls`: walls that are shapes, beside closed forms. Periods of balls in round walls, where a ball leaves a
 * cylinder, the load on a wall, bodies in a wall beside a search over their surfaces, a mesh with ever more facets, and
 * the energy of bodies that bounce about in each kind of wall.
 */
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import type { Vector3 } from '../../math/vector.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { wallContacts } from '../../narrow-phase/walls/wall-contacts.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { shapeWall } from '../../simulation/walls/shape-wall.ts';
import { spheres } from '../sphere-scene.ts';
import { atMost, plain, type Section, table, text, type VerificationCase } from '../verification-case.ts';
import { facetedCylinder } from './faceted-cylinder.ts';
import { resisting } from './resisting-section.ts';
import { farthestBeyond } from './search-beyond.ts';

export const WALLS_CASE: VerificationCase = {
  name: 'walls',
  title: 'Walls that are shapes',
  source: 'Closed forms.',
  summary: 'Balls and bodies in and on spheres, cylinders, cones, tori and boxes without facets.',
  run() {
    return [swinging(), leaving(), reaching(), faceted(), bouncing(), resisting()];
  },
};

const GRAVITY = 9.81;
const DENSITY = 2500;
const RADIUS = 0.01;
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
const STIFFNESS = 1e5;
/** m: of the walls. */
const SIZE = 0.1;
/** The z axis of the wall along -y. */
const LYING = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 };
const SWING = 0.02;

function scene(meshes: readonly MeshSpec[], more: Partial<SimulationSpec>, friction = 0): SimulationSpec {
  const grain = { density: DENSITY, stiffness: STIFFNESS, restitution: 1, friction };
  return {
    ...spheres(RADIUS, grain, [], { timeStep: 2e-5, gravity: [0, 0, -GRAVITY] }),
    law: { normal: 'linear', tangential: friction > 0 ? 'linear' : 'none' },
    meshes,
    ...more,
  };
}

/** Time between the first two passages through the lowest place, and the load on the wall at rest. */
function periodIn(wall: MeshSpec, centre: number, friction: number): number {
  // The ball is pressed into the wall by its weight, so that it does not bounce.
  const lever = SIZE - RADIUS + (MASS * GRAVITY) / STIFFNESS;
  const position = [centre + lever * Math.sin(SWING), 0, -lever * Math.cos(SWING)] as const;
  const bodies = [{ shape: 'ball', material: 'grain', position }];
  const simulation = new Simulation(scene([wall], { bodies }, friction));
  const passages: number[] = [];
  let before = simulation.body(0).position.x - centre;
  while (passages.length < 2 && simulation.time < 3) {
    simulation.step(10);
    const after = simulation.body(0).position.x - centre;
    if (before > 0 && after <= 0) passages.push(simulation.time - 2e-4 * (after / (after - before)));
    before = after;
  }
  const [first = 0, second = 0] = passages;
  return second - first;
}

function swinging(): Section {
  const lever = SIZE - RADIUS + (MASS * GRAVITY) / STIFFNESS;
  const sliding = 2 * Math.PI * Math.sqrt(lever / GRAVITY) * (1 + SWING ** 2 / 16);
  const lying = { ...shapeWall('wall', { cylinder: { radius: SIZE }, side: 'inside' }, 'wall'), orientation: LYING };
  const ring = shapeWall('wall', { torus: { ringRadius: 0.3, tubeRadius: SIZE }, side: 'inside' }, 'wall');
  const bowl = shapeWall('wall', { sphere: { radius: SIZE }, side: 'inside' }, 'wall');
  const rows = [
    { what: 'slides in a cylinder', closed: sliding, found: periodIn(lying, 0, 0) },
    { what: 'rolls in a cylinder', closed: Math.sqrt(1.4) * sliding, found: periodIn(lying, 0, 1) },
    { what: 'slides across the tube of a torus', closed: sliding, found: periodIn(ring, 0.3, 0) },
    { what: 'slides in a sphere', closed: sliding, found: periodIn(bowl, 0, 0) },
  ];
  const rest = [0, 0, RADIUS - SIZE - (MASS * GRAVITY) / STIFFNESS] as const;
  const resting = new Simulation(scene([bowl], { bodies: [{ shape: 'ball', material: 'grain', position: rest }] }));
  resting.step(100);
  const load = -(resting.meshLoads()[0]?.force.z ?? 0) / (MASS * GRAVITY);
  return {
    title: 'Balls in round walls',
    blocks: [
      text(
        'A ball of 1 cm radius (2500 kg/m³, linear springs of 1e5 N/m) swings by 0.02 rad about the lowest place of a wall',
        'of 10 cm radius. The period is 2π √((R - r)/g), √(7/5) times as long if it rolls, with R - r from the wall that',
        'its weight presses it into, and with the first term of the series in the amplitude.',
      ),
      table(
        'Periods (s)',
        ['the ball', 'closed form', 'Scree'],
        rows.map(({ what, closed, found }) => [what, plain(closed, 7), plain(found, 7)]),
      ),
      ...rows.map(({ what, closed, found }) =>
        atMost({
          what: `period of a ball that ${what}`,
          published: plain(closed, 7),
          found: Math.abs(found / closed - 1),
          tolerance: 1e-4,
          ours: (off) => `off by ${off}`,
          reason: 'springs of the contact, and the next term in the amplitude, 1e-9',
        }),
      ),
      atMost({
        what: 'load of a ball at rest on a spherical wall, over its weight',
        published: '1',
        found: Math.abs(load - 1),
        tolerance: 1e-9,
        ours: () => plain(load, 10),
        reason: 'rounding of the overlap, 1 µm of 9 cm',
      }),
    ],
  };
}

/** Cosine of the angle from the vertical at which a ball leaves a cylinder that it slides or rolls down. */
function leavesAt(friction: number, start: number): number {
  const wall = { ...shapeWall('wall', { cylinder: { radius: SIZE, length: 0.3 }, side: 'outside' }, 'wall') };
  const away = SIZE + RADIUS - (MASS * GRAVITY * Math.cos(start)) / STIFFNESS;
  const position = [away * Math.sin(start), 0, away * Math.cos(start)] as const;
  const bodies = [{ shape: 'ball', material: 'grain', position }];
  const simulation = new Simulation(scene([{ ...wall, orientation: LYING }], { bodies }, friction));
  for (;;) {
    simulation.step(1);
    const { x, z } = simulation.body(0).position;
    const distance = Math.sqrt(x * x + z * z);
    if (simulation.time > 0.01 && distance > SIZE + RADIUS) return z / distance;
    if (simulation.time > 3) return Number.NaN;
  }
}

function leaving(): Section {
  const start = 0.1;
  const rows = [
    { what: 'slides', closed: (2 / 3) * Math.cos(start), found: leavesAt(0, start) },
    { what: 'rolls', closed: (10 / 17) * Math.cos(start), found: leavesAt(100, start) },
  ];
  return {
    title: 'Where a ball leaves a cylinder',
    blocks: [
      text(
        'The ball starts at rest on top of a lying cylinder, 0.1 rad off, and leaves it where its weight no longer presses',
        'it on: at the cosine 2/3 of the start for a ball that slides, 10/17 for one that rolls.',
      ),
      table(
        'Cosine of the angle',
        ['the ball', 'closed form', 'Scree'],
        rows.map(({ what, closed, found }) => [what, plain(closed, 6), plain(found, 6)]),
      ),
      ...rows.map(({ what, closed, found }) =>
        atMost({
          what: `cosine at which a ball that ${what} leaves`,
          published: plain(closed, 6),
          found: Math.abs(found / closed - 1),
          tolerance: 0.01,
          ours: () => plain(found, 6),
          reason: 'the spring relaxes while the load falls to zero, and the last contact slides',
        }),
      ),
    ],
  };
}

const WALLS: readonly (readonly [name: string, wall: WallShapeSpec, middle: Vector3])[] = [
  ['sphere', { sphere: { radius: SIZE }, side: 'inside' }, { x: 0, y: 0, z: 0 }],
  ['cylinder', { cylinder: { radius: 0.08, length: 0.2 }, side: 'inside' }, { x: 0, y: 0, z: 0 }],
  ['cone', { cone: { bottomRadius: 0.12, topRadius: 0, height: 0.3 }, side: 'inside' }, { x: 0, y: 0, z: 0.06 }],
  ['torus', { torus: { ringRadius: 0.12, tubeRadius: 0.06 }, side: 'inside' }, { x: 0.12, y: 0, z: 0 }],
  ['box', { box: { halfExtents: [0.08, 0.07, 0.06] }, side: 'inside' }, { x: 0, y: 0, z: 0 }],
];

const BODIES: readonly (readonly [name: string, shape: ConvexShape])[] = [
  ['sphere', sphere({ radius: 0.015 })],
  ['box', box({ halfExtents: [0.02, 0.015, 0.012] })],
  ['cylinder', cylinder({ radius: 0.015, halfLength: 0.012 })],
  ['cone', cone({ radius: 0.015, height: 0.03 })],
  ['ellipsoid', ellipsoid({ semiAxes: [0.02, 0.015, 0.01] })],
];

const POSES = 3;

/** Largest difference from a search over the surface of the body, m. */
function differenceIn(wall: WallShapeSpec, middle: Vector3, body: ConvexShape, random: Random): number {
  let worst = 0;
  for (let k = 0; k < POSES; k++) {
    const orientation = random.rotation();
    const way = rotate(random.rotation(), { x: 1, y: 0, z: 0 });
    // As far out as the body overlaps by a millimetre or so.
    let out = 0;
    const positionAt = (far: number): Vector3 => ({
      x: middle.x + far * way.x,
      y: middle.y + far * way.y,
      z: middle.z + far * way.z,
    });
    while (wallContacts(wall, {}, body, { position: positionAt(out), orientation }).length === 0) out += 0.001;
    const position = positionAt(out);
    const [deepest] = wallContacts(wall, {}, body, { position, orientation });
    const searched = farthestBeyond(wall, body, { position, orientation }, random);
    worst = Math.max(worst, Math.abs(-(deepest?.distance ?? 0) - searched));
  }
  return worst;
}

function reaching(): Section {
  const random = new Random(7);
  const found = WALLS.map(([name, wall, middle]) => ({
    name,
    worst: BODIES.map(([, body]) => differenceIn(wall, middle, body, random)),
  }));
  const worst = Math.max(...found.flatMap((row) => row.worst));
  return {
    title: 'How far bodies reach into a wall',
    blocks: [
      text(
        `Bodies of 1 to 3 cm in ${POSES} random poses each, within walls of 6 to 30 cm: the overlap, beside the farthest`,
        'point that a search over the whole surface of the body finds.',
      ),
      table(
        'Largest difference (m)',
        ['wall', ...BODIES.map(([name]) => name)],
        found.map((row) => [row.name, ...row.worst.map((value) => plain(value, 2))]),
      ),
      atMost({
        what: 'overlap of bodies in walls, difference from a search (m)',
        published: '0',
        found: worst,
        tolerance: 1e-9,
        ours: (off) => off,
        reason: 'the search ends at steps of 1e-13',
      }),
    ],
  };
}

/** Largest difference of the distance from a faceted cylinder, over its radius. */
function facetError(count: number): number {
  const mesh = facetedCylinder(SIZE, 0.2, count);
  const wall: WallShapeSpec = { cylinder: { radius: SIZE }, side: 'inside' };
  const ball = sphere({ radius: RADIUS });
  let worst = 0;
  for (let k = 0; k < 50; k++) {
    const angle = 0.1 + 0.37 * k;
    const far = SIZE - RADIUS + 1e-3;
    const placed = { position: [far * Math.cos(angle), far * Math.sin(angle), 0] as const };
    const [exact] = wallContacts(wall, {}, ball, placed);
    const [near] = meshContacts(mesh, {}, ball, placed);
    worst = Math.max(worst, Math.abs((near?.distance ?? 0) - (exact?.distance ?? 0)));
  }
  return worst / SIZE;
}

function faceted(): Section {
  const counts = [24, 48, 96, 192];
  const errors = counts.map(facetError);
  const order = Math.log2((errors[0] ?? 1) / (errors[3] ?? 1)) / 3;
  return {
    title: 'Facets beside the shape',
    blocks: [
      text(
        'A ball on the inside of a cylinder of n facets and on the cylinder itself: the distances differ by up to the sagitta',
        'of a facet, R (1 - cos(π/n)), which falls with the square of n.',
      ),
      table(
        'Largest difference of the distance over R',
        ['facets', 'difference', 'sagitta'],
        counts.map((count, k) => [String(count), plain(errors[k] ?? 0, 4), plain(1 - Math.cos(Math.PI / count), 4)]),
      ),
      atMost({
        what: 'order in which a cylinder of facets becomes the cylinder',
        published: '2',
        found: Math.abs(order - 2),
        tolerance: 0.1,
        ours: () => plain(order, 4),
        reason: 'places of the ball are not in the middle of facets',
      }),
    ],
  };
}

/** Largest relative change of the energy of one body that bounces about in a wall without friction. */
function driftIn(wall: WallShapeSpec, middle: Vector3, shape: ConvexShape): number {
  const body = { shape: 'body', material: 'grain', position: middle };
  const moving = { velocity: [0.4, 1.1, 0.7], angularVelocity: [3, 7, 5] } as const;
  const simulation = new Simulation({
    ...scene([shapeWall('wall', wall, 'wall')], { gravity: [0, 0, 0] }),
    shapes: [shape.kind === 'sphere' ? { name: 'body', sphere: shape } : { name: 'body', convex: shape }],
    timeStep: 1e-5,
    bodies: [{ ...body, ...moving }],
  });
  const energy = (): number => {
    const { kinetic, rotational, elastic } = simulation.energy();
    return kinetic + rotational + elastic;
  };
  const start = energy();
  let worst = 0;
  for (let k = 0; k < 20; k++) {
    simulation.step(1500);
    worst = Math.max(worst, Math.abs(energy() / start - 1));
  }
  return worst;
}

function bouncing(): Section {
  const shapes = BODIES.filter(([name]) => name !== 'cone');
  const found = WALLS.map(([name, wall, middle]) => ({
    name,
    drifts: shapes.map(([, shape]) => driftIn(wall, middle, shape)),
  }));
  return {
    title: 'Energy of bodies that bounce about',
    blocks: [
      text(
        'One body without friction and dashpots in each wall, 0.3 s, steps of 10 µs: the energy of its motion and of the',
        'springs together. The kink of the linear law at the beginning of a contact makes the error, which falls with the',
        'square of the step.',
      ),
      table(
        'Largest relative change of the energy',
        ['wall', ...shapes.map(([name]) => name)],
        found.map((row) => [row.name, ...row.drifts.map((value) => plain(value, 2))]),
      ),
      atMost({
        what: 'change of the energy of bodies in walls',
        published: '0',
        found: Math.max(...found.flatMap((row) => row.drifts)),
        tolerance: 1e-3,
        ours: (drift) => drift,
        reason: 'the error of central differences at the kink of a linear spring',
      }),
    ],
  };
}
