// SPDX-License-Identifier: MIT
/**
 * Walls that are shapes: what is solid, and what cannot be. A round wall has the z axis of its frame as its axis. A
 * cylinder is centred at the origin; a cone goes from z = 0 to z = height (docs/theory/shape-walls.md).
 */
import { type Vector3, type Vector3Like, vector3 } from '../../math/vector.ts';

export interface SphereWall {
  readonly sphere: { readonly radius: number };
}

export interface CylinderWall {
  readonly cylinder: {
    readonly radius: number;
    /** m; without it the cylinder has no ends. */
    readonly length?: number;
  };
}

export interface ConeWall {
  /** From the circle at z = 0 to that at z = height; one of the radii may be 0. */
  readonly cone: { readonly bottomRadius: number; readonly topRadius: number; readonly height: number };
}

export interface TorusWall {
  /** The circle of this radius in the plane z = 0 is the middle of a tube. */
  readonly torus: { readonly ringRadius: number; readonly tubeRadius: number };
}

export interface BoxWall {
  readonly box: { readonly halfExtents: Vector3Like };
}

/** Side of a wall on which the bodies are. */
export type WallSide = 'inside' | 'outside';
/** Open ends of a cylinder or cone wall; `bottom` has the smaller z. */
export type WallOpening = 'bottom' | 'top' | 'both';

/** A wall that is an exact shape, without facets; lengths in m. */
export type WallShapeSpec = (SphereWall | CylinderWall | ConeWall | TorusWall | BoxWall) & {
  /** Where bodies are: what is not there is solid. */
  readonly side: WallSide;
  /**
   * Open ends of a cylinder or cone. The wall is then a sheet without thickness, which bodies touch from either side.
   */
  readonly open?: WallOpening;
};

/** Kinds of wall, as keys of a spec. */
export const WALL_SHAPES = ['sphere', 'cylinder', 'cone', 'torus', 'box'] as const;

/** What is wrong with a wall, as the key of it that has to change and why; undefined if nothing is. */
export function wallProblem(shape: WallShapeSpec): { readonly key: string; readonly problem: string } | undefined {
  const { side, open } = shape;
  const isRound = 'cylinder' in shape || 'cone' in shape;
  if (open !== undefined && !isRound) {
    return { key: 'open', problem: 'only a cylinder or a cone has ends that can be open' };
  }
  if (open !== undefined && side === 'outside') {
    return {
      key: 'open',
      problem: 'a wall with an opening is a sheet, which bodies touch from both sides: side: inside',
    };
  }
  if ('cylinder' in shape && shape.cylinder.length === undefined && open !== undefined) {
    return { key: 'open', problem: 'a cylinder without a length has no ends: give it a length' };
  }
  if ('torus' in shape && !(shape.torus.tubeRadius < shape.torus.ringRadius)) {
    const { tubeRadius, ringRadius } = shape.torus;
    return { key: 'torus', problem: `tubeRadius ${tubeRadius} must be less than ringRadius ${ringRadius}` };
  }
  return 'cone' in shape ? coneProblem(shape) : undefined;
}

function coneProblem({ cone, side, open }: ConeWall & { readonly side: WallSide; readonly open?: WallOpening }) {
  const { bottomRadius, topRadius } = cone;
  if (bottomRadius === 0 && topRadius === 0) {
    return { key: 'cone', problem: 'bottomRadius and topRadius are both 0: at least one must be larger' };
  }
  const pointed = bottomRadius === 0 ? 'bottom' : topRadius === 0 ? 'top' : undefined;
  if (pointed !== undefined && (open === pointed || open === 'both')) {
    return { key: 'open', problem: `the ${pointed} is an apex, which cannot be open` };
  }
  if (side === 'outside' && pointed === undefined) {
    return {
      key: 'side',
      problem: 'a cone without its apex has no outside: give it open: both, and bodies touch it from both sides',
    };
  }
  return undefined;
}

/** Numbers of the wall that must be positive, with the names of their keys; the radii of a cone may be 0. */
export function wallNumbers(shape: WallShapeSpec): readonly (readonly [name: string, value: number, least?: 0])[] {
  if ('sphere' in shape) return [['sphere.radius', shape.sphere.radius]];
  if ('cylinder' in shape) {
    const { radius, length } = shape.cylinder;
    return [['cylinder.radius', radius], ...(length === undefined ? [] : [['cylinder.length', length] as const])];
  }
  if ('cone' in shape) {
    const { bottomRadius, topRadius, height } = shape.cone;
    return [
      ['cone.bottomRadius', bottomRadius, 0],
      ['cone.topRadius', topRadius, 0],
      ['cone.height', height],
    ];
  }
  if ('torus' in shape) {
    return [
      ['torus.ringRadius', shape.torus.ringRadius],
      ['torus.tubeRadius', shape.torus.tubeRadius],
    ];
  }
  const { x, y, z } = vector3(shape.box.halfExtents);
  return [
    ['box.halfExtents.x', x],
    ['box.halfExtents.y', y],
    ['box.halfExtents.z', z],
  ];
}

/** Round about the z axis: turning about it changes nothing but the velocity of its surface. */
export function isRoundWall(shape: WallShapeSpec): boolean {
  return !('box' in shape);
}

/** A wall whose surface has no end along z. */
export function isEndless(shape: WallShapeSpec): boolean {
  return 'cylinder' in shape && shape.cylinder.length === undefined;
}

/** The side and the closed ends of a cylinder or cone, for paths that cross them. */
export function sheetProfile(shape: WallShapeSpec): {
  /** Signed distance of a point from the side, positive outside, and whether its foot is between the ends. */
  side(point: Vector3): { readonly height: number; readonly isOnIt: boolean };
  readonly ends: readonly { readonly z: number; readonly radius: number }[];
} {
  if (!('cylinder' in shape || 'cone' in shape)) throw new RangeError('only a cylinder or cone has ends');
  const { low, high, bottom, top } = roundEnds(shape);
  const [wider, tall] = [top - bottom, high - low];
  const slant = Math.sqrt(wider * wider + tall * tall);
  const { open } = shape;
  return {
    side: ({ x, y, z }) => {
      const across = Math.sqrt(x * x + y * y) - bottom;
      const along = (across * wider + (z - low) * tall) / slant;
      return { height: (across * tall - (z - low) * wider) / slant, isOnIt: along >= 0 && along <= slant };
    },
    ends: [
      ...(open === 'bottom' || open === 'both' ? [] : [{ z: low, radius: bottom }]),
      ...(open === 'top' || open === 'both' ? [] : [{ z: high, radius: top }]),
    ],
  };
}

/** Radii and heights of both ends; a cylinder without ends is as long as it is wide. */
function roundEnds(shape: CylinderWall | ConeWall) {
  if ('cone' in shape) {
    const { bottomRadius, topRadius, height } = shape.cone;
    return { low: 0, high: height, bottom: bottomRadius, top: topRadius };
  }
  const { radius, length = 2 * radius } = shape.cylinder;
  return { low: -length / 2, high: length / 2, bottom: radius, top: radius };
}
