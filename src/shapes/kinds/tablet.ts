// SPDX-License-Identifier: MIT
/**
 * A tablet along z, centred at the origin: a cylindrical band between two spherical caps. Without a band it is a lens;
 * with hemispherical caps a capsule, or without a band a sphere. Formulas keep their digits for flat caps.
 */
import { InvalidShapeError } from '../../errors.ts';
import { TABLET } from '../../kernel/layout.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall, diagonal } from '../bounding-ball.ts';
import { planarDirection, scaledDirection, unitDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { curvedCore, type KernelCore, sweptKernelCore } from '../kernel-memory/kernel-core.ts';
import {
  ballMassProperties,
  capsuleMassProperties,
  type MassProperties,
  symmetricMassProperties,
} from '../mass/mass-properties.ts';
import { roundedProfileMassProperties } from '../mass/solid-of-revolution.ts';
import { readParameters, readSize, refuse } from '../parameters.ts';
import type { Profile } from '../profile.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes, type SweptCore } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, surfaceOfProfile } from '../surface-mesh.ts';
import { point } from './point.ts';
import { segment } from './segment.ts';

/** Flatter caps (cap radius over radius) are flat: their curvature is lost in rounding. */
const FLATTEST_CAP = 1000;
/** Scaling all lengths rounds each of them. */
const SCALING_SLACK = 1 + 1e-12;

interface TabletSizes {
  readonly diameter: number;
  /** Length of the cylindrical part along z; 0 for a lens. */
  readonly bandHeight: number;
}

/**
 * Give either the radius of the caps' spheres, at least half the diameter, or their height above the band, at most
 * that.
 */
export type TabletParameters = TabletSizes &
  (
    | { readonly capRadius: number; readonly capHeight?: undefined }
    | { readonly capHeight: number; readonly capRadius?: undefined }
  );

/** A tablet about the z axis: a band between two spherical caps; `tablet` makes one. */
export class Tablet extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Tablet, 'tablet');
  }

  readonly kind = 'tablet';
  readonly diameter: number;
  readonly bandHeight: number;
  /** Radius of the caps' spheres. */
  readonly capRadius: number;
  /** Height of each cap above the band. */
  readonly capHeight: number;
  /** Depth of the centre of a cap's sphere below the plane of its rim. */
  readonly #sunk: number;
  readonly #isByHeight: boolean;

  /** `exact` are cap radius and centre depth of a scaled tablet, which must not be computed from rounded lengths. */
  constructor(
    parameters: TabletParameters,
    path = 'tablet',
    exact?: { readonly capRadius: number; readonly sunk: number },
  ) {
    super();
    const given = readParameters(parameters, path, ['diameter', 'bandHeight'], ['capRadius', 'capHeight']);
    this.diameter = readSize(given.diameter, `${path}.diameter`);
    this.bandHeight = given.bandHeight === 0 ? 0 : readSize(given.bandHeight, `${path}.bandHeight`);
    this.#isByHeight = given.capRadius === undefined;
    if (this.#isByHeight === (given.capHeight === undefined)) {
      const got = this.#isByHeight ? 'neither' : 'both';
      throw new InvalidShapeError('not-one-cap', `${path}: expected either capRadius or capHeight, got ${got}`, {
        path,
      });
    }
    const r = this.radius;
    if (this.#isByHeight) {
      const c = readSize(given.capHeight, `${path}.capHeight`);
      const least = r / (2 * FLATTEST_CAP);
      if (!(c <= r && c * SCALING_SLACK >= least)) refuseCap(`${path}.capHeight`, least, r, c);
      this.capHeight = c;
      this.capRadius = exact?.capRadius ?? Math.max(r, (r * r + c * c) / (2 * c));
      this.#sunk = exact?.sunk ?? ((r - c) * (r + c)) / (2 * c);
    } else {
      const capRadius = readSize(given.capRadius, `${path}.capRadius`);
      const most = FLATTEST_CAP * r;
      if (!(capRadius >= r && capRadius <= most * SCALING_SLACK)) refuseCap(`${path}.capRadius`, r, most, capRadius);
      this.capRadius = capRadius;
      this.#sunk = Math.sqrt((capRadius - r) * (capRadius + r));
      this.capHeight = (r / (capRadius + this.#sunk)) * r;
    }
    Object.freeze(this);
  }

  get radius(): number {
    return this.diameter / 2;
  }

  get #half(): number {
    return this.bandHeight / 2;
  }

  /** Height of the middle of the upper cap. */
  get #apex(): number {
    return this.#half + this.capHeight;
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r, z: -this.#apex }, max: { x: r, y: r, z: this.#apex } };
  }

  boundingBall(): BoundingBall {
    return { centre: ZERO_VECTOR, radius: BALL_SLACK * this.#farthest };
  }

  /** The point of a cap that is farthest from the centre is its middle or on its rim. */
  get #farthest(): number {
    return Math.max(this.#apex, diagonal(this.radius, this.#half));
  }

  /**
   * Sums of positive terms: band and caps, whose sections have the square of the radius (2 R - s) s at the depth s
   * below the middle.
   */
  massProperties(): MassProperties {
    const { radius: r, capHeight: c } = this;
    const h = this.#half;
    const [rr, cc] = [r * r, c * c];
    const cap = c * (rr / 2 + cc / 6);
    const capFirst = cc * (rr / 6 + cc / 12);
    const capSecond = c * cc * (rr / 12 + cc / 20);
    const capAcross = c * ((rr * rr) / 3 + (rr * cc) / 6 + (cc * cc) / 30);
    const across = (Math.PI / 2) * (rr * rr * h + capAcross);
    const along = 2 * Math.PI * ((rr * h * h * h) / 3 + h * h * cap + 2 * h * capFirst + capSecond);
    return symmetricMassProperties(2 * Math.PI * (rr * h + cap), across, across, along);
  }

  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const across = planarDirection(d.x, d.y);
    const r = this.radius;
    const up = Math.abs(d.z);
    let x = r;
    let height = this.#half;
    if (this.#sunk * across.length < r * up) {
      const unit = unitDirection({ x: across.length, y: 0, z: up });
      x = this.capRadius * unit.x;
      height += ((r - x) * (r + x)) / (this.capRadius * unit.z + this.#sunk);
    }
    return { x: x * across.x, y: x * across.y, z: d.z < 0 ? -height : height };
  }

  /**
   * By the height of the caps: rounding the radius of a cap that is almost a half ball would move its centre far more.
   *
   * @throws InvalidShapeError for a factor that makes a length that is not finite and > 0.
   */
  scaled(factor: number): Tablet {
    const [diameter, bandHeight, capHeight] = [
      factor * this.diameter,
      factor * this.bandHeight,
      factor * this.capHeight,
    ];
    const exact = { capRadius: factor * this.capRadius, sunk: factor * this.#sunk };
    return new Tablet({ diameter, bandHeight, capHeight }, 'tablet', exact);
  }

  /** The tablet without its band, which is this lens swept along z. */
  lens(): Tablet {
    const { diameter, capHeight, capRadius } = this;
    return new Tablet({ diameter, bandHeight: 0, capHeight }, 'tablet', { capRadius, sunk: this.#sunk });
  }

  /** Half balls as caps. The cap radius of a cap that is a little lower may be the radius but for its rounding. */
  get #isSwept(): boolean {
    return this.#sunk === 0;
  }

  sweptCore(): SweptCore {
    if (!this.#isSwept) return { core: this, margin: 0 };
    const h = this.#half;
    const core = h > 0 ? segment({ from: [0, 0, -h], to: [0, 0, h] }) : point({ position: [0, 0, 0] });
    return { core, margin: this.radius };
  }

  kernelCore(): KernelCore {
    if (this.#isSwept) {
      const { core, margin } = this.sweptCore();
      return sweptKernelCore(core.kernelCore(), margin);
    }
    const r = this.radius;
    const parameters = [r, this.#half, this.capRadius, this.#sunk];
    return curvedCore(TABLET, 2 * Math.max(r, this.#apex), this.#farthest, parameters);
  }

  profile(): Profile {
    const r = this.radius;
    const h = this.#half;
    const centre = h - this.#sunk;
    const band = { from: [r, -h], to: [r, h] } as const;
    return [
      { from: [0, -this.#apex], to: [r, -h], arc: { centre: -centre, radius: this.capRadius } },
      ...(h > 0 ? [band] : []),
      { from: [r, h], to: [0, this.#apex], arc: { centre, radius: this.capRadius } },
    ];
  }

  roundedMassProperties(radius: number): MassProperties {
    if (!this.#isSwept) return roundedProfileMassProperties(this.profile(), radius);
    const swept = this.radius + radius;
    return this.#half > 0 ? capsuleMassProperties(swept, this.#half) : ballMassProperties(swept);
  }

  surface(segments: number): SurfaceMesh {
    return surfaceOfProfile(segments, this.profile());
  }

  gpuForm(): GpuForm {
    const { radius, capRadius } = this;
    const half = this.#half;
    if (this.#isSwept) return { frustum: { lower: 0, upper: 0, from: -half, to: half }, margin: radius };
    return { tablet: { radius, half, capRadius, sunk: this.#sunk } };
  }

  toJson() {
    const { diameter, bandHeight, capRadius, capHeight } = this;
    return { tablet: { diameter, bandHeight, ...(this.#isByHeight ? { capHeight } : { capRadius }) } };
  }
}

/**
 * A tablet along z, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { tablet } from 'scree/contact';
 *
 * const aspirin = tablet({ diameter: 0.012, bandHeight: 0.003, capRadius: 0.012 });
 * console.log(aspirin.boundingBox().max.x); // 0.006
 * ```
 */
export function tablet(parameters: TabletParameters, path = 'tablet'): Tablet {
  return new Tablet(parameters, path);
}

export const TABLET_FORM: ShapeForm = {
  read: (given, path) => tablet(given as TabletParameters, path),
  scene: {
    description: 'Tablet along z: a cylindrical band between two spherical caps. Give capRadius or capHeight.',
    fields: {
      diameter: { value: 'size', description: 'Diameter of the band.' },
      bandHeight: { value: 'length', description: 'Height of the cylindrical band; 0 gives a lens.' },
      capRadius: {
        value: 'size',
        description:
          'Radius of the spheres of the caps, at least half the diameter; half the diameter gives hemispheres.',
        isOptional: true,
      },
      capHeight: {
        value: 'size',
        description: 'Height of each cap above the band, at most half the diameter.',
        isOptional: true,
      },
    },
    either: ['capRadius', 'capHeight'],
  },
  example: { diameter: 1.4, bandHeight: 0.5, capRadius: 1 },
};

function refuseCap(path: string, least: number, most: number, got: number): never {
  refuse('out-of-range', path, `a length from ${least} to ${most}; flatter caps are those of a cylinder`, got);
}
