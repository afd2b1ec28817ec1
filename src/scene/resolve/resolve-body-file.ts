// SPDX-License-Identifier: MIT
/** Resolves bodies from a file: the entry of the scene gives what a row does not. */

import { didYouMean } from '../../errors/near-names.ts';
import { SceneError } from '../../errors.ts';
import { normaliseQuaternion, type Quaternion } from '../../math/quaternion.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { BodyShapeSpec, BodySpec, MotionSpec } from '../../simulation/simulation-spec.ts';
import { BodyFileError, type BodyTable, locationOfRow } from '../initial-state/body-rows.ts';

/** What holds for all bodies of the file that do not say otherwise. */
interface BodyDefaults {
  readonly name: string | undefined;
  readonly shape: string | undefined;
  readonly material: string | undefined;
  readonly kinds: readonly { readonly shape?: string | undefined; readonly material?: string | undefined }[];
  /** Added to the positions. */
  readonly shift: Vector3;
  readonly scale: number;
  readonly orientation: Quaternion | undefined;
  readonly velocity: Vector3 | undefined;
  readonly angularVelocity: Vector3 | undefined;
  readonly fixed: boolean;
  readonly motion: MotionSpec | undefined;
}

interface Known {
  readonly shapes: ReadonlyMap<string, BodyShapeSpec>;
  readonly materials: readonly string[];
}

class RowReader {
  readonly #table: BodyTable;
  readonly #defaults: BodyDefaults;
  readonly #known: Known;

  constructor(table: BodyTable, defaults: BodyDefaults, known: Known) {
    this.#table = table;
    this.#defaults = defaults;
    this.#known = known;
  }

  body(k: number): BodySpec {
    const { position } = this.#table;
    const { name, shift, fixed, motion } = this.#defaults;
    const shape = this.#shape(k);
    const scale = this.#scale(k, shape);
    const orientation = this.#orientation(k);
    const velocity = this.#vector(this.#table.velocity, k) ?? this.#defaults.velocity;
    const angularVelocity = this.#vector(this.#table.angularVelocity, k) ?? this.#defaults.angularVelocity;
    return {
      ...(name !== undefined && { name: `${name}[${k}]` }),
      shape: shape.name,
      material: this.#material(k),
      ...(scale !== 1 && { scale }),
      position: {
        x: position[3 * k] + shift.x,
        y: position[3 * k + 1] + shift.y,
        z: position[3 * k + 2] + shift.z,
      },
      ...(orientation && { orientation }),
      ...(velocity && { velocity }),
      ...(angularVelocity && { angularVelocity }),
      fixed,
      ...(motion && { motion }),
    };
  }

  #shape(k: number): BodyShapeSpec {
    const name = this.#table.shape?.[k] || this.#kind(k)?.shape || this.#defaults.shape;
    if (name === undefined) {
      throw this.#bad(
        k,
        'has no shape; give the entry one, such as shape: { sphere: { radius: 1 mm } }, which radii of the file ' +
          'then scale',
      );
    }
    const shape = this.#known.shapes.get(name);
    if (shape !== undefined) return shape;
    throw this.#bad(
      k,
      `shape: the scene has no shape "${name}"${didYouMean(name, [...this.#known.shapes.keys()])}; define it ` +
        'under shapes',
    );
  }

  #material(k: number): string {
    const name = this.#table.material?.[k] || this.#kind(k)?.material || this.#defaults.material;
    if (name === undefined) throw this.#bad(k, 'has no material; give the entry one: material: NAME');
    if (this.#known.materials.includes(name)) return name;
    throw this.#bad(
      k,
      `material: the scene has no material "${name}"${didYouMean(name, this.#known.materials)}; define it under ` +
        'materials',
    );
  }

  #kind(k: number): BodyDefaults['kinds'][number] | undefined {
    const { kinds } = this.#defaults;
    const { kind } = this.#table;
    if (kind === undefined || kinds.length === 0) return undefined;
    const found = kinds[kind[k] - 1];
    if (found !== undefined) return found;
    throw this.#bad(k, `kind ${kind[k]}: the entry has ${kinds.length} kinds, counted from 1`);
  }

  /** Factor on the size of the shape, as the file says it or by its radius. */
  #scale(k: number, shape: BodyShapeSpec): number {
    const { radius, scale } = this.#table;
    if (radius !== undefined) {
      if (!('sphere' in shape))
        throw this.#bad(k, `radius: ${shape.name} is no sphere; leave the column out, or give scale`);
      return radius[k] / shape.sphere.radius;
    }
    return scale?.[k] ?? this.#defaults.scale;
  }

  #orientation(k: number): Quaternion | undefined {
    const { orientation } = this.#table;
    if (orientation === undefined) return this.#defaults.orientation;
    const [w = 1, x = 0, y = 0, z = 0] = orientation.subarray(4 * k, 4 * k + 4);
    return normaliseQuaternion({ w, x, y, z });
  }

  #vector(values: Float64Array | undefined, k: number): Vector3 | undefined {
    if (values === undefined) return undefined;
    return { x: values[3 * k], y: values[3 * k + 1], z: values[3 * k + 2] };
  }

  #bad(k: number, problem: string): BodyFileError {
    return new BodyFileError('bad-row', `${locationOfRow(this.#table, k)}: ${problem}`, {
      file: this.#table.file,
      row: k,
    });
  }
}

/** Throws a ScreeError at the first row that makes no body. */
export function bodiesOfTable(table: BodyTable, defaults: BodyDefaults, known: Known): BodySpec[] {
  if (table.count === 0) throw new SceneError('no-bodies', `${table.file}: holds no bodies`);
  const reader = new RowReader(table, defaults, known);
  return Array.from({ length: table.count }, (_, k) => reader.body(k));
}

/** Notes for the user about columns that are ignored. */
export function tableWarnings({ density, file }: BodyTable): string[] {
  if (density === undefined || density.length === 0) return [];
  let [least, most] = [Infinity, 0];
  for (const value of density) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const shown = least === most ? `the density ${least}` : `densities from ${least} to ${most}`;
  return [`${file}: ${shown} kg/m3 of the file is not used; that of the material counts`];
}
