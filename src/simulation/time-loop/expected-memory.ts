// SPDX-License-Identifier: MIT
/** Memory that a simulation on the CPU needs, known before it is made, and the refusal of one that is too large. */
import { SceneError } from '../../errors.ts';
import { bodyCount } from '../bodies/body-groups.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { type BodyCounts, hasOtherShapes, roomFor } from './simulation-room.ts';
import { type Capacities, MOST_BYTES, memoryBytes } from './step-memory.ts';

/** Touches of a convex body in a dense packing: three contacts, about half of them flat, in the densest block. */
const TOUCHES_PER_CONVEX = 4;
/** Cells of a convex body during a rebuild: five pairs that are kept, half of them with a warm start. */
const SPARE_PER_CONVEX = 32;

/** Room of a simulation with these numbers of bodies when they are packed densely. */
export function expectedRoom(spec: SimulationSpec, { elements, clumps, members }: BodyCounts): Capacities {
  const { bodies: _, ...empty } = spec;
  const room = roomFor({ ...empty, capacity: { ...spec.capacity, bodies: elements } });
  const convex = hasOtherShapes(spec) ? elements : 0;
  const touches = TOUCHES_PER_CONVEX * convex;
  const found = Math.ceil(touches / room.blocks);
  return {
    ...{ ...room, clumps, members, spare: SPARE_PER_CONVEX * convex },
    ...{ touches: Math.max(room.touches, touches), found: Math.max(room.found, found) },
  };
}

const thousands = (count: number): string =>
  Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

/** What is wrong with so many bodies that need this memory, and the remedies; undefined if it suffices. */
export function memoryProblem(bodies: number, bytes: number): string | undefined {
  if (bytes <= MOST_BYTES) return undefined;
  const enough = Number(((bodies * MOST_BYTES) / bytes).toPrecision(2));
  return (
    `${thousands(bodies)} bodies need about ${gibibytes(bytes)} of memory, ${thousands(bytes / bodies)} bytes each; a ` +
    `simulation on the CPU has at most ${gibibytes(MOST_BYTES)}, enough for about ${thousands(enough)} of them: take ` +
    'fewer bodies, run it on a GPU (--device gpu, or GpuSimulation), whose own memory is the limit, or let LAMMPS or ' +
    'LIGGGHTS run it over MPI (--engine lammps --ranks N)'
  );
}

/** The same for the memory that the bodies of a spec take at once, before any of them touch. */
export function startProblem(spec: SimulationSpec): string | undefined {
  return memoryProblem(bodyCount(spec.bodies), memoryBytes(roomFor(spec)));
}

/** Throws a SceneError if the bodies at the start take more memory than there can be. */
export function refuseTooLarge(spec: SimulationSpec): void {
  const problem = startProblem(spec);
  if (problem !== undefined)
    throw new SceneError('too-large', `bodies: ${problem}`, { bodies: bodyCount(spec.bodies) });
}
