// SPDX-License-Identifier: MIT
/**
 * Compares forces and torques of single contacts on the GPU and on the CPU: pairs of shapes, laws, overlaps and speeds.
 */
import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { check, count, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { type ContactGrid, GRID_LAWS, type GridContact } from './contact-grid.ts';
import { convexGrid, ON_FACET_KINDS, POLYHEDRA_KINDS, ROUND_KINDS, SWEPT_KINDS } from './convex-grid.ts';
import { sphereGrid } from './sphere-grid.ts';

const OVERLAPS = { short: [1e-4, 1e-3, 1e-2, 5e-2], full: [1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 2e-2, 5e-2] };
/** The first speed is zero: its force is the reference for the others with the same overlap. */
const SPEEDS = { short: [0, 0.1], full: [0, 1e-3, -1e-3, 0.01, -0.01, 0.05, -0.05, 0.2, -0.2, 1, -1] };
/** Compared after this many steps: without springs, and with them. */
const LOOKS = [0, 3];
const TOLERANCE = 1e-5;
/** From this overlap on, relative to the size, the tolerance has nothing for rounding. */
const DEEP = 1e-2;
/** Error of a position along a direction, in quanta: half a quantum along each axis. */
const ROUNDED = 0.5 * Math.sqrt(3);
/** Hertz's force goes with this power of the overlap. */
const POWER = 1.5;

/**
 * Tolerance by the fixed-point positions, two of which are rounded at the start and in each step, and by float32
 * shapes: the force follows the overlap.
 */
function toleranceOf(
  { overlap }: Pick<GridContact, 'overlap'>,
  { quantum, shapeRounding }: Pick<ContactGrid, 'quantum' | 'shapeRounding'>,
  steps: number,
): number {
  if (overlap >= DEEP) return TOLERANCE;
  return Math.max(TOLERANCE, (POWER * (2 * ROUNDED * (1 + steps) * quantum + shapeRounding)) / overlap);
}

/**
 * Differences of a contact from the CPU's, relative to the force: of the force, and of the torque over half the size;
 * and the larger one over the tolerance.
 */
interface Off {
  readonly contact: GridContact;
  readonly force: number;
  readonly torque: number;
  readonly share: number;
}

/**
 * Largest differences of forces and torques of every contact, relative to the force of the contact or, if larger, of
 * the one at rest.
 */
export async function compareGrid(grid: ContactGrid, gpu: GpuDevice): Promise<Off[]> {
  const { spec, contacts, size } = grid;
  const cpu = new Simulation(spec);
  const other = await GpuSimulation.create(spec, gpu);
  const worst = contacts.map((contact) => ({ contact, force: 0, torque: 0, share: 0 }));
  let done = 0;
  for (const look of LOOKS) {
    cpu.step(look - done);
    await other.step(look - done);
    done = look;
    const wanted = cpu.bodies();
    const got = await other.bodies();
    let atRest = 0;
    contacts.forEach((contact, k) => {
      const force = Math.hypot(...wanted.force.subarray(3 * contact.bodies[0], 3 * contact.bodies[0] + 3));
      if (contact.speed === 0) atRest = force;
      const measure = Math.max(force, atRest);
      let [offForce, offTorque] = [0, 0];
      for (const body of contact.bodies) {
        for (let c = 3 * body; c < 3 * body + 3; c++) {
          offForce = Math.max(offForce, Math.abs((got.force[c] ?? NaN) - (wanted.force[c] ?? NaN)) / measure);
          const torque = Math.abs((got.torque[c] ?? NaN) - (wanted.torque[c] ?? NaN));
          offTorque = Math.max(offTorque, torque / (0.5 * measure * size));
        }
      }
      const entry = worst[k] as { force: number; torque: number; share: number };
      const tolerance = toleranceOf(contact, grid, look);
      entry.force = Math.max(entry.force, offForce);
      entry.torque = Math.max(entry.torque, offTorque);
      entry.share = Math.max(entry.share, offForce / tolerance, offTorque / tolerance);
    });
  }
  other.destroy();
  cpu.dispose();
  return worst;
}

function largest(offs: readonly Off[], what: 'force' | 'torque', isOne: (contact: GridContact) => boolean): string {
  return plain(Math.max(...offs.filter(({ contact }) => isOne(contact)).map((off) => off[what])), 2);
}

export async function gpuContacts(gpu: GpuDevice, { full, progress }: RunSetup): Promise<Section> {
  const overlaps = full ? OVERLAPS.full : OVERLAPS.short;
  const speeds = full ? SPEEDS.full : SPEEDS.short;
  progress('contacts: spheres');
  const offs = await compareGrid(sphereGrid(GRID_LAWS, overlaps, speeds, true), gpu);
  progress('contacts: clumps');
  offs.push(...(await compareGrid(sphereGrid(GRID_LAWS, overlaps, speeds, true, true), gpu)));
  // These kernels take long to compile on a CPU adapter; separate tests cover their contacts there.
  const longOnes = full
    ? ([
        ['convex bodies on facets', ON_FACET_KINDS],
        ['capsules, cylinders, cones, tablets, rounded bodies', SWEPT_KINDS],
      ] as const)
    : [];
  for (const [name, kinds] of [
    ['polyhedra', POLYHEDRA_KINDS] as const,
    ['superquadrics', ROUND_KINDS] as const,
    ...longOnes,
  ]) {
    progress(`contacts: ${name}`);
    offs.push(...(await compareGrid(convexGrid(kinds, GRID_LAWS, overlaps, speeds), gpu)));
  }
  const kinds = [...new Set(offs.map(({ contact }) => contact.kind))];
  if (full) {
    // Repeated with cubic cells, and with one kernel for each law.
    for (const law of GRID_LAWS) {
      progress(`contacts: spheres, ${law.name}`);
      offs.push(...(await compareGrid(sphereGrid([law], overlaps, speeds, false), gpu)));
    }
  }
  const columns = overlaps.map((x) => plain(x));
  const worst = offs.reduce((most, off) => (off.share > most.share ? off : most));
  const { kind: worstKind, law: worstLaw, overlap: worstOverlap, speed: worstSpeed } = worst.contact;
  return {
    title: 'Single contacts',
    blocks: [
      text(
        `${count(offs.length)} contacts: every pair of shapes with every law, at ${overlaps.length} overlaps ` +
          `and ${speeds.length} speeds, in directions of their own, without springs and with those of ${LOOKS[1]} ` +
          'steps.',
        'Differences of forces and torques are over the force of the contact, or over that of the contact at ' +
          'rest where it is larger; overlaps are over the diameter of the larger body.',
      ),
      ...(['force', 'torque'] as const).map((what) =>
        table(
          `Largest relative difference of the ${what} from float64, by what touches`,
          ['contact', ...columns],
          kinds.map((kind) => [
            kind,
            ...overlaps.map((x) => largest(offs, what, (c) => c.kind === kind && c.overlap === x)),
          ]),
        ),
      ),
      table(
        'That of the force by law',
        ['law', ...columns],
        GRID_LAWS.map(({ name }) => [
          name,
          ...overlaps.map((x) => largest(offs, 'force', (c) => c.law === name && c.overlap === x)),
        ]),
      ),
      check({
        what: 'Forces and torques of all contacts are those of the processor',
        published: 'float64',
        ours:
          `largest difference ${plain(worst.share)} of the tolerance: ${worstKind}, ${worstLaw}, overlap ` +
          `${plain(worstOverlap)}, speed ${plain(worstSpeed)}, force off by ${plain(worst.force, 2)}, torque by ` +
          `${plain(worst.torque, 2)}`,
        tolerance:
          `${plain(TOLERANCE)}, or what rounding of places to 2^-30 of a cell, and of vertices, semi-axes and ` +
          'radii of convex bodies to float32, makes of the force where that is more, at overlaps below 0.01',
        reason:
          'two places are rounded to half a quantum along each axis at the start and in each step, vertices of ' +
          'two shapes to half of the last place of each coordinate, normals likewise; the force goes with the ' +
          'power 3/2 of the overlap',
        passed: worst.share <= 1,
      }),
    ],
  };
}
