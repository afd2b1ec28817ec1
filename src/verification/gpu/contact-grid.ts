// SPDX-License-Identifier: MIT
/**
 * Single contacts for the case `gpu`, between bodies and with walls. Every law has its own material, so one scene
 * contains all laws.
 */
import { Random } from '../../math/random.ts';
import { add, scale, type Vector3 } from '../../math/vector.ts';
import type {
  BodySpec,
  ContactLawSpec,
  MaterialPairSpec,
  MaterialSpec,
  SimulationSpec,
} from '../../simulation/simulation-spec.ts';
import { GRAINS } from './gpu-scene.ts';

export type Triple = [number, number, number];

export interface GridLaw {
  readonly name: string;
  readonly law: ContactLawSpec;
  /** Sliding contacts have little friction. */
  readonly numbers?: Partial<MaterialSpec>;
}

const SLIPPERY = { friction: 0.005 };

export const GRID_LAWS: readonly GridLaw[] = [
  { name: 'linear', law: { normal: 'linear' } },
  { name: 'linear with friction', law: { normal: 'linear', tangential: 'linear', attraction: 'allowed' } },
  { name: 'Hertz-Mindlin', law: { normal: 'hertz', tangential: 'mindlin' } },
  { name: 'Hertz-Mindlin, sliding', law: { normal: 'hertz', tangential: 'mindlin' }, numbers: SLIPPERY },
  {
    name: 'static friction',
    law: { normal: 'hertz', tangential: 'mindlin' } as const,
    numbers: { ...SLIPPERY, staticFriction: 0.01 },
  },
  { name: 'by increments', law: { normal: 'hertz', tangential: 'mindlin-incremental' } },
  { name: 'by increments, sliding', law: { normal: 'hertz', tangential: 'mindlin-incremental' }, numbers: SLIPPERY },
  {
    name: 'rolling and twisting',
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a', twisting: 'model-a' },
  },
  { name: 'simplified JKR', law: { normal: 'hertz', tangential: 'mindlin', cohesion: 'sjkr' } },
];

/** One contact: the two partners, the law, the overlap relative to the size of the bodies, and the speed. */
export interface GridContact {
  readonly kind: string;
  readonly law: string;
  readonly overlap: number;
  readonly speed: number;
  /** Numbers of the bodies. */
  readonly bodies: readonly number[];
}

export interface ContactGrid {
  readonly spec: SimulationSpec;
  readonly contacts: readonly GridContact[];
  /** Rounding of positions, relative to the size of the bodies. */
  readonly quantum: number;
  /** Error of an overlap by the rounding of two shapes, relative to their size. */
  readonly shapeRounding: number;
  /** m */
  readonly size: number;
}

export const WALL = 'wall';

/** Materials by the names of the laws, and one of walls. */
export function gridMaterials(laws: readonly GridLaw[]): Pick<SimulationSpec, 'materials' | 'pairs' | 'law'> {
  const pairs = laws.flatMap(({ name, law, numbers }): MaterialPairSpec[] =>
    [name, WALL].map((other) => ({ materials: [name, other], law, ...numbers })),
  );
  return {
    materials: [...laws.map(({ name }) => ({ ...GRAINS, name })), { ...GRAINS, name: WALL }],
    pairs,
    law: { normal: 'linear' },
  };
}

/** Collects bodies and contacts; each contact has its own motion. */
export class GridBuilder {
  readonly random = new Random(11);
  readonly bodies: BodySpec[] = [];
  readonly contacts: GridContact[] = [];

  /** `bodies` without material and motion; the second moves relative to the first. */
  add(
    contact: Omit<GridContact, 'bodies'>,
    bodies: readonly Omit<BodySpec, 'material' | 'velocity' | 'angularVelocity'>[],
    size: number,
  ): void {
    const way = this.random.unitVector();
    const spin = this.random.unitVector();
    const first = this.bodies.length;
    bodies.forEach((body, which) => {
      const speed = which === 0 ? contact.speed : -contact.speed;
      this.bodies.push({
        ...body,
        material: contact.law,
        velocity: scale(way, speed),
        angularVelocity: scale(spin, ((which === 0 ? 1 : 0.5) * contact.speed) / size),
      });
    });
    this.contacts.push({ ...contact, bodies: bodies.map((_, which) => first + which) });
  }
}

export function triple({ x, y, z }: Vector3): Triple {
  return [x, y, z];
}

/** The point at this offset from another. */
export function along(from: Vector3, direction: Vector3, way: number): Triple {
  return triple(add(from, scale(direction, way)));
}
