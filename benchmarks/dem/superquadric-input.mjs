// SPDX-License-Identifier: MIT
/**
 * Input of LIGGGHTS with superquadrics: data file, orientations, laws. The law is that of Scree: linear springs and
 * dashpots with the same coefficients, friction with history, no attraction at the end of a contact.
 */
import { dataText } from './run-engine.mjs';
export const DATA_FILE = 'superquadrics.data';
/** Dumps of the state after the timed steps. */
export const BODIES_DUMP = 'bodies.dump';
export const PAIRS_DUMP = 'pairs.dump';

const MODEL = 'model hooke/stiffness tangential history surface superquadric';
const SETTINGS = 'tangential_damping on absolute_damping on limitForce on';
/** Tangential over normal stiffness; Scree's default. */
const STIFFNESS_RATIO = 2 / 7;
/** Atom types: bodies, and the walls, whose damping is that of a body against a fixed one. */
const TYPES = 2;
const WALL_TYPE = 2;

/**
 * Coordinates without an exponent: LIGGGHTS reads the last three columns a second time, as integers, and takes them for
 * the periodic image of the body. They are 0 for coordinates below 1 m.
 */
function decimals(row) {
  return row.map((value) => value.toFixed(18)).join(' ');
}

/** Rows of `bodies` are those of bodies.csv: position, shape, velocity, angular velocity, orientation. */
export function superquadricData({ bounds, superquadrics, material, bodies }) {
  const atoms = bodies.map(([x, y, z, shape]) => {
    const { semiAxes, n1, n2 } = superquadrics[shape];
    return [1, material.density, ...semiAxes, n1, n2, decimals([x, y, z])];
  });
  return dataText({ bounds, types: TYPES, atoms, motions: bodies.map((row) => row.slice(4, 10)) });
}

/** Sets orientations, and then angular velocities: LIGGGHTS stores the angular momentum, which depends on both. */
function orientationLines(bodies) {
  return bodies.map((row, k) => {
    const [wx, wy, wz, ...turn] = row.slice(7);
    return `set atom ${k + 1} quat_direct ${turn.join(' ')} omegax ${wx} omegay ${wy} omegaz ${wz}`;
  });
}

function lawLines({ material, dampingRatio, superquadrics }) {
  const { stiffness, friction, density } = material;
  const mass = density * superquadrics[0].volume;
  const pairs = (ofBodies, ofWall) => [ofBodies, ofWall, ofWall, ofWall].join(' ');
  const property = (name, ofBodies, ofWall) =>
    `fix ${name} all property/global ${name} peratomtypepair ${TYPES} ${pairs(ofBodies, ofWall)}`;
  const damping = (k, effectiveMass) => 2 * dampingRatio * Math.sqrt(k * effectiveMass);
  const tangential = STIFFNESS_RATIO * stiffness;
  return [
    property('kn', stiffness, stiffness),
    property('kt', tangential, tangential),
    property('gamman_abs', damping(stiffness, mass / 2), damping(stiffness, mass)),
    property('gammat_abs', damping(tangential, mass / 2), damping(tangential, mass)),
    property('coefficientFriction', friction, friction),
    `pair_style gran ${MODEL} ${SETTINGS}`,
    'pair_coeff * *',
  ];
}

function wallLines(halfSpaces) {
  return halfSpaces.map(({ normal, offset }, k) => {
    const axis = normal.findIndex((component) => component !== 0);
    const plane = `${'xyz'[axis]}plane ${offset / normal[axis]}`;
    return `fix wall${k} all wall/gran ${MODEL} primitive type ${WALL_TYPE} ${plane} ${SETTINGS}`;
  });
}

/** The input file; `cpuCommand` prints the CPU time of the engine. */
export function superquadricInput(scene, cpuCommand) {
  const { gravity, timeStep, skin, halfSpaces, warmUpSteps, steps, bodies } = scene;
  const size = Math.sqrt(gravity.reduce((sum, g) => sum + g * g, 0));
  return [
    'atom_style superquadric',
    'atom_modify map array',
    'boundary f f f',
    'newton off',
    'communicate single vel yes',
    'units si',
    'processors * * 1',
    `read_data ${DATA_FILE}`,
    ...orientationLines(bodies),
    `neighbor ${skin} bin`,
    'neigh_modify delay 0',
    ...lawLines(scene),
    `timestep ${timeStep}`,
    `fix gravity all gravity ${size} vector ${gravity.join(' ')}`,
    ...wallLines(halfSpaces),
    'fix integrate all nve/superquadric integration_scheme 1',
    // LIGGGHTS requires this before the first run. It costs nothing until a dump uses it.
    'compute pairs all pair/gran/local id',
    'thermo 1000000',
    `run ${warmUpSteps}`,
    cpuCommand,
    `run ${steps}`,
    cpuCommand,
    `dump pairs all local 1 ${PAIRS_DUMP} c_pairs[1] c_pairs[2]`,
    `dump bodies all custom 1 ${BODIES_DUMP} x y z vx vy vz quat1 quat2 quat3 quat4`,
    'run 1',
    '',
  ].join('\n');
}

/** Support function of a superquadric for a direction in its own frame: the norm dual to its gauge. */
function supportHeight({ semiAxes, n1, n2 }, direction) {
  const [u, v, w] = direction.map((d, k) => Math.abs(d) * semiAxes[k]);
  const dual = (a, b, n) => (a ** (n / (n - 1)) + b ** (n / (n - 1))) ** ((n - 1) / n);
  return dual(dual(u, v, n2), w, n1);
}

/** A vector of the world in the frame of a body with this orientation, w first. */
function inBody([w, x, y, z], [a, b, c]) {
  return [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y + w * z) * b + 2 * (x * z - w * y) * c,
    2 * (x * y - w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z + w * x) * c,
    2 * (x * z + w * y) * a + 2 * (y * z - w * x) * b + (1 - 2 * (x * x + y * y)) * c,
  ];
}

/**
 * Contacts and agitation of the last state. LIGGGHTS lists contacts between bodies only; those with walls are counted
 * here. The agitation is the root mean square speed over sqrt(g r), as in Scree, where r is the radius of the ball
 * around a body.
 */
export function stateOf(scene, pairRows, bodyRows) {
  const { superquadrics, halfSpaces, gravity } = scene;
  if (bodyRows.length !== scene.count) throw new Error(`failed: ${bodyRows.length} of ${scene.count} bodies are left`);
  let walls = 0;
  let speedSquared = 0;
  for (const [x, y, z, vx, vy, vz, ...turn] of bodyRows) {
    speedSquared += vx * vx + vy * vy + vz * vz;
    for (const { normal, offset } of halfSpaces) {
      const height = normal[0] * x + normal[1] * y + normal[2] * z - offset;
      if (height < supportHeight(superquadrics[0], inBody(turn, normal))) walls++;
    }
  }
  const g = Math.sqrt(gravity.reduce((sum, each) => sum + each * each, 0));
  return {
    contacts: pairRows.length + walls,
    agitation: Math.sqrt(speedSquared / bodyRows.length / (g * scene.reach)),
  };
}
