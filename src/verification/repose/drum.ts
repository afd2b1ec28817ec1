// SPDX-License-Identifier: MIT
/**
 * A periodic slice of a slowly rotating drum, with bumps on its wall so that the material does not slide as a whole.
 * The angle between gravity and the line from the axis to the centre of mass equals the angle of a flat surface over
 * the same segment. All grains contribute, so the mean over time needs few grains.
 */
import { Random } from '../../math/random.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import {
  DIAMETER,
  GRAIN_LAW,
  GRAIN_SPACING,
  GRAIN_STEP,
  type GrainName,
  grainMaterial,
  grainShape,
} from '../grains.ts';

const GRAVITY = 9.81;
/** s in which a lattice settles. */
const SETTLING = 0.32;
/** The packing is cut from one that settled with this friction, so that all frictions have the same initial state. */
const SETTLING_FRICTION = 0.3;
/** Grains per cubic diameter of a packing of spheres, rounded up. */
const DENSEST = 1.2;
/** Of the bumps, in diameters of grains. */
const BUMP = 1.5;
/**
 * Between the wall and the centres of the outermost grains, in diameters: the farthest corner of an octahedron is 0.73
 * from its centre.
 */
const CLEAR = 0.75;
/** Initial slope of the surface: below the slope of any of the grains. */
const FIRST_ANGLE = (15 * Math.PI) / 180;
/** s between two looks. */
const LOOK = 0.01;

export interface Drum {
  /** From the axis to the tops of the bumps, in diameters. */
  readonly radius: number;
  /** Length of the periodic slice, in diameters. */
  readonly thickness: number;
  /** rad/s */
  readonly rate: number;
  /** s before angles are measured, and during the measurement. */
  readonly before: number;
  readonly taken: number;
}

interface Motionless {
  readonly position: readonly [number, number, number];
  readonly orientation: readonly [number, number, number, number];
}

function grains(place: Motionless): BodySpec {
  return { shape: 'grain', material: 'grain', ...place };
}

/** A horizontal packing without walls, settled on a floor; its centre is at x = y = 0 and its floor at z = 0. */
export function settledSlab(grain: GrainName, seed: number, { radius, thickness }: Drum): readonly Motionless[] {
  const random = new Random(seed);
  const width = 2 * radius + 1;
  const [alongX, alongY] = [Math.floor(width / GRAIN_SPACING), Math.floor(thickness / GRAIN_SPACING)];
  // Enough layers for the height of the drum if they settle as densely as spheres.
  const layers = Math.ceil((DENSEST * width * thickness * radius) / (alongX * alongY));
  const bodies: BodySpec[] = [];
  for (let k = 0; k < alongX * alongY * layers; k++) {
    const jitter = (): number => random.between(-0.1, 0.1);
    const [i, j, layer] = [k % alongX, Math.floor(k / alongX) % alongY, Math.floor(k / (alongX * alongY))];
    const position = [
      ((i + 0.5) / alongX - 0.5) * width + jitter(),
      ((j + 0.5) / alongY - 0.5) * thickness + jitter(),
      0.8 + layer * GRAIN_SPACING,
    ].map((each) => each * DIAMETER) as [number, number, number];
    bodies.push({ shape: 'grain', material: 'grain', position, orientation: random.rotation() });
  }
  const [x, y] = [(width * DIAMETER) / 2, (thickness * DIAMETER) / 2];
  const simulation = new Simulation({
    timeStep: GRAIN_STEP,
    gravity: [0, 0, -GRAVITY],
    law: GRAIN_LAW,
    materials: [grainMaterial(SETTLING_FRICTION)],
    shapes: [grainShape(grain)],
    bodies,
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'grain' }],
    domain: {
      min: [-x, -y, -DIAMETER],
      max: [x, y, (layers * GRAIN_SPACING + 2) * DIAMETER],
      periodic: [true, true, false],
    },
  });
  simulation.step(Math.round(SETTLING / GRAIN_STEP));
  const { position, orientation, count } = simulation.bodies();
  simulation.dispose();
  return Array.from({ length: count }, (_, b) => ({
    position: [...position.subarray(3 * b, 3 * b + 3)] as unknown as Motionless['position'],
    orientation: [...orientation.subarray(4 * b, 4 * b + 4)] as unknown as Motionless['orientation'],
  }));
}

/** The half of the drum below its axis, cut from a slab. */
function halfFull(slab: readonly Motionless[], { radius }: Drum): BodySpec[] {
  const reach = (radius - CLEAR) * DIAMETER;
  return slab.flatMap(({ position: [x, y, z], orientation }) => {
    // The lowest layer of the slab lies on its floor, half a diameter below the centres; the lowest grains of the cut
    // need not.
    const height = z - radius * DIAMETER;
    const isIn = height <= 0 && x * x + height * height <= reach * reach;
    return isIn ? [grains({ position: [x, y, height], orientation })] : [];
  });
}

/** Spheres side by side around the drum. */
function bumps({ radius, thickness, rate }: Drum): BodySpec[] {
  const r = radius + BUMP / 2;
  const [around, along] = [Math.floor((2 * Math.PI * r) / BUMP), Math.floor(thickness / BUMP)];
  // About -y: grains below the axis are carried to +x.
  const motion = { rotation: { axis: [0, -1, 0], through: [0, 0, 0], rate } } as const;
  return Array.from({ length: around * along }, (_, k) => {
    const angle = (2 * Math.PI * Math.floor(k / along)) / around;
    const y = (((k % along) + 0.5) / along - 0.5) * thickness;
    const position = [r * Math.cos(angle), y, r * Math.sin(angle)].map((each) => each * DIAMETER);
    return { shape: 'bump', material: 'grain', position: position as unknown as Motionless['position'], motion };
  });
}

function drumSpec(grain: GrainName, friction: number, bed: readonly BodySpec[], drum: Drum): SimulationSpec {
  const [far, half] = [(drum.radius + 3) * DIAMETER, (drum.thickness * DIAMETER) / 2];
  return {
    timeStep: GRAIN_STEP,
    // The packing is horizontal in its own frame; the direction of gravity makes it a slope.
    gravity: [-GRAVITY * Math.sin(FIRST_ANGLE), 0, -GRAVITY * Math.cos(FIRST_ANGLE)],
    law: GRAIN_LAW,
    materials: [grainMaterial(friction)],
    shapes: [grainShape(grain), { name: 'bump', sphere: { radius: (BUMP * DIAMETER) / 2 } }],
    bodies: [...bumps(drum), ...bed],
    domain: { min: [-far, -half, -far], max: [far, half, far], periodic: [false, true, false] },
  };
}

interface DrumAngles {
  readonly grains: number;
  /** rad, at equal times. */
  readonly angles: readonly number[];
}

/** Slopes of the packing during the rotation. */
export function drumAngles(grain: GrainName, friction: number, slab: readonly Motionless[], drum: Drum): DrumAngles {
  const bed = halfFull(slab, drum);
  const simulation = new Simulation(drumSpec(grain, friction, bed, drum));
  const first = simulation.bodies().count - bed.length;
  simulation.step(Math.round(drum.before / GRAIN_STEP));
  const angles = Array.from({ length: Math.round(drum.taken / LOOK) }, () => {
    simulation.step(Math.round(LOOK / GRAIN_STEP));
    const { position, count } = simulation.bodies();
    let [x, z] = [0, 0];
    for (let b = first; b < count; b++) {
      x += position[3 * b];
      z += position[3 * b + 2];
    }
    return Math.atan2(x, -z) + FIRST_ANGLE;
  });
  simulation.dispose();
  return { grains: bed.length, angles };
}
