// SPDX-License-Identifier: MIT
/** State of a bed of superquadrics in LIGGGHTS after the timed steps: contacts and agitation. */

/** Dumps of that state. */
export const BODIES_DUMP = 'bodies.dump';
export const PAIRS_DUMP = 'pairs.dump';

export const PAIRS_COMPUTE = 'compute pairs all pair/gran/local id';

/** Writes the state after one more step. */
export function dumpLines() {
  return [
    `dump pairs all local 1 ${PAIRS_DUMP} c_pairs[1] c_pairs[2]`,
    `dump bodies all custom 1 ${BODIES_DUMP} x y z vx vy vz quat1 quat2 quat3 quat4`,
    'run 1',
  ];
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
