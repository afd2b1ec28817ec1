// SPDX-License-Identifier: MIT
/**
 * (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 <= 1, convex for n1, n2 > 1 (Peng & Hanley 2019, Contact detection between
 * convex polyhedra and superquadrics in discrete element codes, eq. 1). Support through the dual exponents q = n/(n -
 * 1): the dual norm of nested p-norms is that of nested q-norms.
 */
import { beta, gamma } from '../math/gamma.ts';
import { negate, toTriple, type Vector3, type Vector3Like } from '../math/vector.ts';
import { scaledDirection } from './direction.ts';
import { type MassProperties, symmetricMassProperties } from './mass-properties.ts';
import { readExponent, readParameters, readSize, readVector } from './parameters.ts';
import type { BoundingBox, ShapeQueries } from './shape.ts';

export interface SuperquadricParameters {
  /** Half lengths along x, y, z. */
  readonly semiAxes: Vector3Like;
  /** Exponent in planes through z; 2 is round, large is blocky. */
  readonly n1: number;
  /** Exponent across z. */
  readonly n2: number;
}

export class Superquadric implements ShapeQueries {
  readonly kind = 'superquadric';
  readonly semiAxes: Vector3;
  readonly n1: number;
  readonly n2: number;

  constructor(parameters: SuperquadricParameters, path = 'superquadric') {
    const { semiAxes, n1, n2 } = readParameters(parameters, path, ['semiAxes', 'n1', 'n2']);
    this.semiAxes = readVector(semiAxes, `${path}.semiAxes`, readSize);
    this.n1 = readExponent(n1, `${path}.n1`);
    this.n2 = readExponent(n2, `${path}.n2`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    return { min: negate(this.semiAxes), max: { ...this.semiAxes } };
  }

  massProperties(): MassProperties {
    const { x: a, y: b, z: c } = this.semiAxes;
    const { n1, n2 } = this;
    const size = a * b * c;
    return symmetricMassProperties(
      size * unitMoment(n1, n2, 0, 0, 0),
      size * a * a * unitMoment(n1, n2, 2, 0, 0),
      size * b * b * unitMoment(n1, n2, 0, 2, 0),
      size * c * c * unitMoment(n1, n2, 0, 0, 2),
    );
  }

  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const { x: a, y: b, z: c } = this.semiAxes;
    const across = dualPair(a * d.x, b * d.y, this.n2);
    const along = dualPair(across.norm, c * d.z, this.n1);
    return { x: a * along.u * across.u, y: b * along.u * across.v, z: c * along.v };
  }

  toJson() {
    return { superquadric: { semiAxes: toTriple(this.semiAxes), n1: this.n1, n2: this.n2 } };
  }
}

/** A superquadric along the axes, centred at the origin. `path` is what error messages call it. */
export function superquadric(parameters: SuperquadricParameters, path = 'superquadric'): Superquadric {
  return new Superquadric(parameters, path);
}

/**
 * The point (u, v) of |u|^n + |v|^n = 1 farthest along (s, t), and s u + t v, the dual norm. Both zero give u = v = 0.
 */
function dualPair(s: number, t: number, n: number): { readonly u: number; readonly v: number; readonly norm: number } {
  const absS = Math.abs(s);
  const absT = Math.abs(t);
  const larger = Math.max(absS, absT);
  if (!(larger > 0)) return { u: 0, v: 0, norm: 0 };
  const ratio = Math.min(absS, absT) / larger;
  // u = (s/N)^(q-1) with N = larger (1 + ratio^q)^(1/q); scaled by the larger one nothing overflows, and what
  // underflows is zero.
  const sum = 1 + ratio ** (n / (n - 1));
  const long = sum ** (-1 / n);
  const short = long * ratio ** (1 / (n - 1));
  const u = absS >= absT ? long : short;
  const v = absS >= absT ? short : long;
  return { u: s < 0 ? -u : u, v: t < 0 ? -v : v, norm: larger * sum ** ((n - 1) / n) };
}

/**
 * Integral of |x|^i |y|^j |z|^k over the superquadric with unit semi-axes: two of Dirichlet's integrals, one inside the
 * other.
 */
function unitMoment(n1: number, n2: number, i: number, j: number, k: number): number {
  const across = (gamma((i + 1) / n2) * gamma((j + 1) / n2)) / (n2 * n2 * gamma((i + j + 2) / n2 + 1));
  const along = beta((k + 1) / n1, (i + j + 2) / n1 + 1) / n1;
  return 8 * across * along;
}
