// SPDX-License-Identifier: MIT
/**
 * The file from which `fix rigid/nve/small` of LAMMPS takes mass, centre, inertia and motion of clumps. Without it
 * LAMMPS would count the common volume of overlapping spheres several times.
 */
import { power } from '../math/elementary.ts';
import { diagonalMatrix, multiplyVector, rotateMatrix } from '../math/symmetric-matrix.ts';
import { addScaled, vector3 } from '../math/vector.ts';
import { vectorText } from './engine-frame.ts';
import type { EngineScene } from './engine-input.ts';
import { principalTurn, vectorAt } from './start-bodies.ts';

export const CLUMP_FILE = 'clumps.in';

export function clumpFile({ spec, bodies, clumps }: EngineScene): string {
  const gravity = vector3(spec.gravity);
  const lines: string[] = [];
  for (let k = 0; k < bodies.count; k++) {
    const clump = clumps[bodies.shape[k]];
    if (clump === undefined) continue;
    const density = spec.materials[bodies.material[k]]?.density ?? 0;
    const size = bodies.scale[k];
    const mass = density * clump.volume * power(size, 3);
    const [a, b, c] = clump.inertia.map((moment) => density * moment * power(size, 5));
    const inertia = rotateMatrix(diagonalMatrix(a, b, c), principalTurn(bodies, k, clump));
    const { xx, yy, zz, xy, xz, yz } = inertia;
    // LAMMPS leaves gravity out of the first half step.
    const velocity = addScaled(vectorAt(bodies.velocity, k), gravity, 0.5 * spec.timeStep);
    const momentum = multiplyVector(inertia, vectorAt(bodies.angularVelocity, k));
    lines.push(
      `${k + 1} ${mass} ${vectorText(vectorAt(bodies.position, k))} ${[xx, yy, zz, xy, xz, yz].join(' ')} ` +
        `${vectorText(velocity)} ${vectorText(momentum)} 0 0 0`,
    );
  }
  return `${lines.length}\n${lines.join('\n')}\n`;
}
