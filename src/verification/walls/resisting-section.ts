// SPDX-License-Identifier: MIT
/**
 * Rolling resistance, adhesion and a servo on walls that are shapes: a ball that rolls to and fro in a cylinder, balls
 * that are pulled off round walls, and a cap that presses balls on a floor.
 */
import { Simulation } from '../../simulation/simulation.ts';
import type { MeshSpec } from '../../simulation/simulation-spec.ts';
import { shapeWall } from '../../simulation/walls/shape-wall.ts';
import { FLOOR, spheres } from '../sphere-scene.ts';
import { atMost, plain, type Section, table, text } from '../verification-case.ts';

const GRAVITY = 9.81;
const DENSITY = 2500;
const RADIUS = 0.01;
const SIZE = 0.1;
const STIFFNESS = 1e5;
const WEIGHT = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY * GRAVITY;
/** The z axis of the wall along -y. */
const LYING = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 };
const ROLLING = 0.01;
/** rad: where the ball is let go. */
const HEIGHT = 0.1;

/** Angles at which the ball turns back. */
function turningAngles(): number[] {
  const drum = { ...shapeWall('drum', { cylinder: { radius: SIZE, length: 1 }, side: 'inside' }, 'wall') };
  const rough = { stiffness: STIFFNESS, tangentialStiffnessRatio: 1, friction: 0.8, rollingFriction: ROLLING };
  const way = SIZE - RADIUS + WEIGHT / STIFFNESS;
  const body = { position: [way * Math.sin(HEIGHT), 0, -way * Math.cos(HEIGHT)] as const };
  const simulation = new Simulation(
    spheres(RADIUS, { density: DENSITY, restitution: 0.3, rollingDamping: 0, ...rough }, [body], {
      timeStep: 2e-5,
      gravity: [0, 0, -GRAVITY],
      law: { normal: 'linear', tangential: 'linear', rolling: 'epsd' },
      meshes: [{ ...drum, orientation: LYING }],
    }),
  );
  const angles: number[] = [];
  let before = 0;
  while (angles.length < 4) {
    simulation.step();
    const { position, velocity } = simulation.body(0);
    if (velocity.x * before < 0) angles.push(Math.abs(Math.atan2(position.x, -position.z)));
    before = velocity.x;
  }
  return angles;
}

/**
 * The energy m g (R - r) a^2 / 2 loses mu m g along the way (a + b)(R - r), but for the spring's reversal: it comes
 * loose and tightens over twice its limit, half of that at the start.
 */
function closedAngles(): number[] {
  const limit = (WEIGHT / (2.25 * STIFFNESS * ROLLING * RADIUS)) * (RADIUS / (SIZE - RADIUS));
  const angles: number[] = [];
  let angle = HEIGHT;
  for (let k = 0; k < 4; k++) {
    const way = 2 * (angle - ROLLING);
    angle -= 2 * ROLLING * (1 - ((k === 0 ? 0.5 : 2) * limit) / way);
    angles.push(angle);
  }
  return angles;
}

const ADHESION = 0.5;
/** Of the pull-off force 3/2 pi w r: a ball below it stays, one above it leaves. */
const PULLS = [0.999, 1.001] as const;
/** Walls about the origin, with the direction of the pull from their lowest or, from outside, highest place. */
const STICKY: readonly (readonly [string, MeshSpec])[] = [
  ['sphere, inside', shapeWall('wall', { sphere: { radius: SIZE }, side: 'inside' }, 'wall')],
  ['sphere, outside', shapeWall('wall', { sphere: { radius: SIZE }, side: 'outside' }, 'wall')],
  [
    'cylinder, inside',
    { ...shapeWall('wall', { cylinder: { radius: SIZE, length: 1 }, side: 'inside' }, 'wall'), orientation: LYING },
  ],
];

/** Whether a ball sticks to a wall while it is pulled, for each of the pulls. */
function sticks(wall: MeshSpec): boolean[] {
  const isOutside = wall.shape?.side === 'outside';
  const height = isOutside ? SIZE + RADIUS - 1e-6 : -(SIZE - RADIUS) - 1e-6;
  const grain = { density: DENSITY, youngsModulus: 1e8, poissonsRatio: 0.3, restitution: 0.3, cohesion: ADHESION };
  return PULLS.map((share) => {
    const simulation = new Simulation(
      spheres(RADIUS, grain, [{ position: [0, 0, height] }], {
        timeStep: 1e-5,
        gravity: [0, 0, 0],
        damping: { viscous: 500 },
        law: { normal: 'hertz', cohesion: 'jkr' },
        meshes: [wall],
      }),
    );
    simulation.step(2000);
    for (let k = 1; k <= 20; k++) {
      simulation.setForce(0, [0, 0, (share * 1.5 * Math.PI * ADHESION * RADIUS * k) / 20]);
      simulation.step(500);
    }
    simulation.step(8000);
    return simulation.contacts().count === 1;
  });
}

const PRESSING = 5;

/** Force of a cap on three balls, and its height, at the end of its way down. */
function pressed(): { readonly force: number; readonly height: number } {
  const cap: MeshSpec = {
    ...shapeWall('cap', { box: { halfExtents: [0.05, 0.05, 0.005] }, side: 'outside' }, 'wall'),
    position: [0, 0, 0.0252],
    servo: { force: PRESSING, direction: [0, 0, -1], maxSpeed: 0.05, gain: 1e-3 },
  };
  const places = [
    [-0.02, -0.02],
    [0.02, -0.02],
    [0, 0.03],
  ] as const;
  const grain = { density: DENSITY, stiffness: STIFFNESS, restitution: 0.3 };
  const balls = places.map(([x, y]) => ({ position: [x, y, RADIUS] as const }));
  const more = { timeStep: 2e-5, gravity: [0, 0, 0] as const, law: { normal: 'linear' as const }, meshes: [cap] };
  const simulation = new Simulation(spheres(RADIUS, grain, balls, { ...more, halfSpaces: [FLOOR] }));
  simulation.step(15_000);
  return { force: simulation.meshLoads()[0]?.force.z ?? 0, height: simulation.meshPose(0).position.z };
}

export function resisting(): Section {
  const [found, closed] = [turningAngles(), closedAngles()];
  const stuck = STICKY.map(([name, wall]) => ({ name, isRight: sticks(wall).join() === 'true,false' }));
  const { force, height } = pressed();
  const level = 2 * RADIUS + 0.005 - (2 * PRESSING) / 3 / STIFFNESS;
  return {
    title: 'Rolling resistance, adhesion, servo',
    blocks: [
      text(
        `A ball is let go ${HEIGHT} rad from the lowest line of a cylinder and rolls to and fro (epsd, μ = ${ROLLING}): each`,
        'swing is 2 μ shorter. Balls stick to round walls (JKR) up to the pull 3/2 π w r: contacts have the radius of',
        'the ball. A box with a servo presses three balls with 5 N.',
      ),
      table(
        'Angles at which the ball turns back (rad)',
        ['closed form', 'Scree'],
        closed.map((angle, k) => [plain(angle, 5), plain(found[k] ?? 0, 5)]),
      ),
      atMost({
        what: 'angles at which a ball that resists rolling turns back, difference (rad)',
        published: '0',
        found: Math.max(...closed.map((angle, k) => Math.abs(angle - (found[k] ?? 0)))),
        tolerance: 4e-4,
        ours: (off) => off,
        reason: 'the closed form is for small angles, and its pressure is the weight: 1 % of 2 μ a swing',
      }),
      atMost({
        what: 'walls that do not hold a ball at 0.999 of 3/2 π w r, or hold it at 1.001',
        published: '0',
        found: stuck.filter(({ isRight }) => !isRight).length,
        tolerance: 0,
        ours: (count) => count,
        reason: 'the law knows the pull-off force exactly',
      }),
      atMost({
        what: 'force of a cap with a servo, from 5 N (N)',
        published: '0',
        found: Math.abs(force - PRESSING),
        tolerance: 1e-6,
        ours: (off) => off,
        reason: 'the controller approaches its target exponentially',
      }),
      atMost({
        what: 'height of the cap, from that of the springs (m)',
        published: '0',
        found: Math.abs(height - level),
        tolerance: 1e-10,
        ours: (off) => off,
        reason: 'the controller approaches its target exponentially',
      }),
    ],
  };
}
