// SPDX-License-Identifier: MIT
/**
 * The bodies that an engine has, by the numbers of its atoms: ids, shapes, sizes and masses, which the engine does not
 * know. Bodies keep their index; those that left are marked.
 */
import { power } from '../math/elementary.ts';
import type { Quaternion } from '../math/quaternion.ts';
import type { Newcomer } from '../simulation/population/due-bodies.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { atomsOf, bodyForms, type ClumpShapes, quaternionAt, type StartBodies } from './start-bodies.ts';

export interface TableBody {
  readonly id: number;
  readonly shape: number;
  readonly material: number;
  readonly scale: number;
  /** Of the ball around the centre of mass that holds the body. */
  readonly radius: number;
  /** kg */
  readonly mass: number;
  readonly volume: number;
  readonly isFixed: boolean;
  /** Of the start; spheres keep it, since engines do not follow it, unless they are superquadrics there. */
  readonly orientation: Quaternion;
}

/** What a checkpoint keeps of it besides the bodies of the start. */
export interface SavedTable {
  readonly born: readonly (TableBody & { readonly atom: number })[];
  readonly gone: readonly number[];
}

export class BodyTable {
  readonly bodies: TableBody[] = [];
  readonly #clumps: ClumpShapes;
  /** Index of the body of each atom. */
  readonly #bodyOfAtom = new Map<number, number>();
  /** Of the spheres of clumps; other atoms have the radius of their body. */
  readonly #radii = new Map<number, number>();
  readonly #atomOfBorn = new Map<number, number>();
  readonly #gone = new Set<number>();
  readonly #started: number;
  #nextId = 0;

  constructor(spec: SimulationSpec, start: StartBodies, clumps: ClumpShapes) {
    this.#clumps = clumps;
    const forms = bodyForms(spec);
    for (let k = 0; k < start.count; k++) {
      const form = forms[start.shape[k]];
      const density = spec.materials[start.material[k]]?.density ?? 0;
      const size = start.scale[k];
      const volume = form === undefined ? massOfSphere(start.radius[k], 1) : form.volume * power(size, 3);
      this.#put({
        id: start.ids[k],
        shape: start.shape[k],
        material: start.material[k],
        scale: size,
        radius: start.radius[k],
        mass: density * volume,
        volume,
        isFixed: start.fixed[k] === 1,
        orientation: quaternionAt(start.orientation, k),
      });
    }
    let atom = 0;
    for (const { body, radius } of atomsOf(start, clumps)) {
      this.#bodyOfAtom.set(++atom, body);
      if (this.isClump(body)) this.#radii.set(atom, radius);
    }
    this.#started = this.bodies.length;
  }

  get count(): number {
    return this.bodies.length - this.#gone.size;
  }

  /** Index of the body of an atom; undefined if it is none of ours. */
  bodyOfAtom(atom: number): number | undefined {
    return this.#bodyOfAtom.get(atom);
  }

  radiusOfAtom(atom: number): number {
    return this.#radii.get(atom) ?? this.bodies[this.#bodyOfAtom.get(atom) ?? -1]?.radius ?? 0;
  }

  isClump(index: number): boolean {
    return this.#clumps[this.bodies[index]?.shape ?? 0] !== undefined;
  }

  isGone(index: number): boolean {
    return this.#gone.has(index);
  }

  /** A sphere that appears as this atom; returns its index. */
  add({ shape, scale, material, volume, balls, orientation }: Newcomer, density: number, atom: number): number {
    const body = {
      id: this.#nextId,
      shape,
      material,
      scale,
      radius: balls[0]?.radius ?? 0,
      mass: density * volume,
      volume,
      isFixed: false,
      orientation,
    };
    return this.#putBorn(body, atom);
  }

  remove(indices: ReadonlySet<number>): void {
    for (const index of indices) this.#gone.add(index);
    for (const [atom, body] of this.#bodyOfAtom) if (indices.has(body)) this.#bodyOfAtom.delete(atom);
  }

  /** The largest number of a present atom; a new one of LIGGGHTS and LAMMPS gets the next. */
  get lastAtom(): number {
    let last = 0;
    for (const atom of this.#bodyOfAtom.keys()) last = Math.max(last, atom);
    return last;
  }

  atomsOfBodies(indices: ReadonlySet<number>): number[] {
    return [...this.#bodyOfAtom].filter(([, body]) => indices.has(body)).map(([atom]) => atom);
  }

  save(): SavedTable {
    const born = this.bodies
      .slice(this.#started)
      .map((body, k) => ({ ...body, atom: this.#atomOfBorn.get(this.#started + k) ?? 0 }));
    return { born, gone: [...this.#gone] };
  }

  restore({ born, gone }: SavedTable): void {
    for (const { atom, ...body } of born) this.#putBorn(body, atom);
    this.remove(new Set(gone));
  }

  #putBorn(body: TableBody, atom: number): number {
    const index = this.#put(body);
    this.#atomOfBorn.set(index, atom);
    this.#bodyOfAtom.set(atom, index);
    return index;
  }

  #put(body: TableBody): number {
    this.bodies.push(body);
    this.#nextId = Math.max(this.#nextId, body.id + 1);
    return this.bodies.length - 1;
  }
}
