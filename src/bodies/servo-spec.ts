// SPDX-License-Identifier: MIT
/** Servo walls: walls that move along a direction until they press with a given force. SI units, world axes. */
import { dot, normalise, type Vector3Like, vector3 } from '../math/vector.ts';

/** A wall that moves so that it exerts a given force or stress. */
export interface ServoSpec {
  /** Direction in which the wall presses, of any non-zero length; default, for half-spaces only, the normal. */
  readonly direction?: Vector3Like;
  /** Target force, N; or `stress` and `area`. */
  readonly force?: number;
  /** Pa */
  readonly stress?: number;
  /** Area on which the stress acts, m2; or `areaBetween`. */
  readonly area?: number;
  /**
   * Names of two pairs of opposite half-spaces, such as west, east, south, north: the stress acts on the product of
   * their present distances.
   */
  readonly areaBetween?: readonly [string, string, string, string];
  /** m/s */
  readonly maxSpeed: number;
  /** Speed per newton of missing force, m/(N s); default `maxSpeed` over the force. */
  readonly gain?: number;
  /** Averaging time of the measured force, s; default 0. */
  readonly smoothing?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; default: no end. The wall is at rest before `from` and after `until`. */
  readonly until?: number;
}

/** State of a servo wall. */
export interface ServoState {
  /** Name of the wall. */
  readonly name: string;
  /** Displacement along the direction since the start, m. */
  readonly displacement: number;
  /** Velocity along the direction, m/s. */
  readonly velocity: number;
  /** Force of the wall in the last step, averaged over the averaging time, N. */
  readonly force: number;
  /** Target force at present, N. */
  readonly target: number;
  /**
   * Target minus force without averaging time, N: the mean over about the last twentieth of the time since the servo
   * began, or since the last change of the simulation.
   */
  readonly missing: number;
  /** Share of the steps in which it turned back by more than 1 % of its largest speed; the same mean. */
  readonly turning: number;
  /** Steps in which it has pressed since then. */
  readonly steps: number;
}

/** A half-space: free space is normal.x >= offset. */
interface Plane {
  readonly name: string;
  readonly normal: Vector3Like;
  readonly offset: number;
}

/** Cosine and sine up to which normals count as opposite and perpendicular: 1e-9 rad changes no area that matters. */
const ALIGNED = 1e-9;

/** Target force where the half-spaces are now. */
export function servoTarget({ force, stress = 0, area = 0, areaBetween }: ServoSpec, planes: readonly Plane[]): number {
  return force ?? stress * (areaBetween === undefined ? area : presentArea(areaBetween, planes));
}

/** m2; negative or 0 if half-spaces have passed each other, NaN if a name is unknown. */
function presentArea([west, east, south, north]: readonly string[], planes: readonly Plane[]): number {
  const offset = (name: string | undefined): number =>
    planes.find((plane) => plane.name === name)?.offset ?? Number.NaN;
  // Opposite normals: the free space is between offset and minus the offset of the other.
  return (offset(west) + offset(east)) * (offset(south) + offset(north));
}

/** Why the half-spaces have no area between them; undefined if they have. */
export function areaProblem(names: readonly string[], planes: readonly Plane[]): string | undefined {
  const found = names.flatMap((name) => planes.find((plane) => plane.name === name) ?? []);
  if (names.length !== 4 || found.length !== 4)
    return `the names of four half-spaces, of ${planes.map(nameOf).join(', ')}`;
  const [west, east, south, north] = found.map(({ normal }) => normalise(vector3(normal))) as [Unit, Unit, Unit, Unit];
  const isOpposite = (a: Unit, b: Unit): boolean => dot(a, b) < -1 + ALIGNED;
  if (!isOpposite(west, east) || !isOpposite(south, north)) return 'two pairs of opposite half-spaces, pair after pair';
  if (Math.abs(dot(west, south)) > ALIGNED) return 'pairs of half-spaces at right angles';
  const distances = [0, 2].map((k) => -((found[k]?.offset ?? 0) + (found[k + 1]?.offset ?? 0)));
  return distances.every((distance) => distance > 0) ? undefined : 'half-spaces with space between them';
}

type Unit = ReturnType<typeof vector3>;
const nameOf = ({ name }: Plane): string => name;
