// SPDX-License-Identifier: MIT
/**
 * (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 <= 1, convex for n1, n2 > 1 (Peng & Hanley 2019, Contact detection between
 * convex polyhedra and superquadrics in discrete element codes, eq. 1). Support through the dual exponents q = n/(n -
 * 1): the dual norm of nested p-norms is that of nested q-norms.
 */

import { SUPERQUADRIC, SUPERQUADRIC_DERIVATIVES, SUPERQUADRIC_PARAMETERS } from '../../kernel/layout.ts';
import { F } from '../../kernel/memory.ts';
import {
  superquadricFunction,
  superquadricFunctionDerivatives,
  superquadricGauge,
} from '../../kernel/superquadric/superquadric-function.ts';
import { power } from '../../math/elementary.ts';
import { beta, gamma } from '../../math/gamma.ts';
import type { SymmetricMatrix3 } from '../../math/symmetric-matrix.ts';
import { negate, scale, toTriple, type Vector3, type Vector3Like, ZERO_VECTOR } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall } from '../bounding-ball.ts';
import { scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { curvedCore, type KernelCore } from '../kernel-memory/kernel-core.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { roundedSuperquadricMassProperties } from '../mass/rounded-superquadric.ts';
import { readExponent, readParameters, readSize, readVector } from '../parameters.ts';
import { rollingRadiusOfSuperquadric } from '../rolling-radius.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes } from '../shape.ts';
import { SEMI_AXES_FIELD, type ShapeField, type ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, superellipsoid } from '../surface-mesh.ts';

/** Parameters of a superquadric. */
export interface SuperquadricParameters {
  /** Half lengths along x, y, z. */
  readonly semiAxes: Vector3Like;
  /** Exponent in planes through z; 2 is round, large is blocky. */
  readonly n1: number;
  /** Exponent across z. */
  readonly n2: number;
}

/** A superquadric along the axes, from round to blocky; `superquadric` makes one. */
export class Superquadric extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Superquadric, 'superquadric');
  }

  readonly kind = 'superquadric';
  readonly semiAxes: Vector3;
  readonly n1: number;
  readonly n2: number;

  constructor(parameters: SuperquadricParameters, path = 'superquadric') {
    super();
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

  /**
   * F of a point in the own frame (Peng & Hanley eq. 1): -1 at the centre, negative inside, 0 on the surface, positive
   * outside; clamped to the largest number. This and the next three throw an InvalidShapeError for non-finite
   * coordinates.
   *
   * @throws InvalidShapeError for coordinates that are not finite.
   */
  insideOutside(point: Vector3Like): number {
    const { x, y, z } = readVector(point, 'point');
    return superquadricFunction(this.writeParameters(), x, y, z);
  }

  /**
   * (F + 1)^(1/n1), a norm: how many times the body must grow about its centre to reach the point. 1 on the surface;
   * neither overflows far away nor flattens inside, as F does.
   *
   * @throws InvalidShapeError for coordinates that are not finite.
   */
  gauge(point: Vector3Like): number {
    const { x, y, z } = readVector(point, 'point');
    return superquadricGauge(this.writeParameters(), x, y, z);
  }

  /**
   * Gradient of F in the own frame; along the outer normal, zero at the centre only.
   *
   * @throws InvalidShapeError for coordinates that are not finite.
   */
  gradient(point: Vector3Like): Vector3 {
    const at = this.writeDerivatives(point);
    return { x: F[at + 1], y: F[at + 2], z: F[at + 3] };
  }

  /**
   * Second derivatives of F in the own frame. For exponents below 2 they are infinite on a plane of symmetry; closer to
   * it than 2^-52 of the gauge, the value at that distance is used. Where the one-sided limits differ, the value lies
   * between.
   *
   * @throws InvalidShapeError for coordinates that are not finite.
   */
  hessian(point: Vector3Like): SymmetricMatrix3 {
    const at = this.writeDerivatives(point);
    const [xx, xy, xz, yy, yz, zz] = F.subarray(at + 4, at + 10) as unknown as [
      ...[number, number, number],
      ...[number, number, number],
    ];
    return { xx, yy, zz, xy, xz, yz };
  }

  /** Address of the parameters for the kernel's functions. */
  private writeParameters(): number {
    const at = SUPERQUADRIC_PARAMETERS;
    const { x, y, z } = this.semiAxes;
    [F[at], F[at + 1], F[at + 2], F[at + 3], F[at + 4]] = [x, y, z, this.n1, this.n2];
    return at;
  }

  private writeDerivatives(point: Vector3Like): number {
    const { x, y, z } = readVector(point, 'point');
    superquadricFunctionDerivatives(this.writeParameters(), x, y, z, SUPERQUADRIC_DERIVATIVES);
    return SUPERQUADRIC_DERIVATIVES;
  }

  boundingBall(): BoundingBall {
    const { x, y, z } = this.semiAxes;
    return { centre: ZERO_VECTOR, radius: BALL_SLACK * farthest(farthest(x, y, this.n2), z, this.n1) };
  }

  scaled(factor: number): Superquadric {
    return superquadric({ semiAxes: scale(this.semiAxes, factor), n1: this.n1, n2: this.n2 });
  }

  kernelCore(): KernelCore {
    const { x, y, z } = this.semiAxes;
    const { n1, n2 } = this;
    const radius = Math.sqrt(x * x + y * y + z * z);
    return {
      ...curvedCore(SUPERQUADRIC, 2 * Math.max(x, y, z), radius, [x, y, z, n1, n2]),
      // Powers with the dual exponents n/(n-1) magnify the rounding of their base; each of the two nested ones by its
      // exponent.
      supportError: 16 * Number.EPSILON * (n1 / (n1 - 1) + n2 / (n2 - 1)) * radius,
      rolling: rollingRadiusOfSuperquadric(x, y, z, n1, n2),
    };
  }

  roundedMassProperties(radius: number): MassProperties {
    return roundedSuperquadricMassProperties(this.semiAxes, this.n1, this.n2, this.massProperties(), radius);
  }

  surface(segments: number): SurfaceMesh {
    return superellipsoid(segments, this.semiAxes, this.n1, this.n2);
  }

  gpuForm(): GpuForm {
    const { semiAxes, n1, n2 } = this;
    const { x, y, z } = semiAxes;
    // The octahedron with these semi-axes is inside any exponents above 1.
    const inradius = 1 / Math.sqrt(1 / x ** 2 + 1 / y ** 2 + 1 / z ** 2);
    return { superquadric: { semiAxes, n1, n2, inradius } };
  }

  toJson() {
    return { superquadric: { semiAxes: toTriple(this.semiAxes), n1: this.n1, n2: this.n2 } };
  }
}

/**
 * A superquadric along the axes, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { superquadric } from 'scree/contact';
 *
 * const dice = superquadric({ semiAxes: [1, 1, 1], n1: 6, n2: 6 });
 * console.log(dice.support({ x: 0, y: 0, z: 1 }).z); // 1
 * ```
 */
export function superquadric(parameters: SuperquadricParameters, path = 'superquadric'): Superquadric {
  return new Superquadric(parameters, path);
}

export const SUPERQUADRIC_FORM: ShapeForm = {
  read: (given, path) => superquadric(given as SuperquadricParameters, path),
  scene: {
    description: 'Superquadric: (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 = 1.',
    fields: {
      semiAxes: SEMI_AXES_FIELD,
      n1: exponentField('between z and the xy plane'),
      n2: exponentField('between x and y'),
    },
  },
  example: { semiAxes: [0.8, 0.7, 0.6], n1: 5, n2: 5 },
};

function exponentField(direction: string): ShapeField {
  return { value: 'exponent', description: `Exponent ${direction}; 2 gives an ellipsoid, a large exponent a box.` };
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
  const sum = 1 + power(ratio, n / (n - 1));
  const long = power(sum, -1 / n);
  const short = long * power(ratio, 1 / (n - 1));
  const u = absS >= absT ? long : short;
  const v = absS >= absT ? short : long;
  return { u: s < 0 ? -u : u, v: t < 0 ? -v : v, norm: larger * power(sum, (n - 1) / n) };
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

/**
 * Largest distance from the origin of the curve |x/a|^n + |y/b|^n = 1: Hoelder's inequality with the exponents n/2 and
 * n/(n - 2).
 */
function farthest(a: number, b: number, n: number): number {
  const larger = Math.max(a, b);
  if (n <= 2) return larger;
  const q = (2 * n) / (n - 2);
  return larger * power(1 + power(Math.min(a, b) / larger, q), 1 / q);
}
