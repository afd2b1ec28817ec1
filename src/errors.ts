// SPDX-License-Identifier: MIT
/**
 * Errors thrown at the boundary (constructors, readers, command line): once, with object, problem, numbers and remedy.
 * Kernels and queries never throw; they return a status.
 */

/**
 * Every error Scree throws on purpose: a stable `code` and plain `details` for programs, the message for people.
 *
 * @example
 * ```ts
 * import { box, ScreeError } from 'scree/contact';
 *
 * try {
 *   box({ halfExtents: [1, Number.NaN, 1] });
 * } catch (error) {
 *   console.log(error instanceof ScreeError && error.code); // not-positive
 * }
 * ```
 */
export class ScreeError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.details = details;
  }
}

/** A shape's parameters make no body; the message starts with the path of the parameter. */
export class InvalidShapeError extends ScreeError {}

/** A pose is not finite or its quaternion is zero. */
export class InvalidPoseError extends ScreeError {}

/** A mesh or point set cannot be used; file readers put `file:line:` first. */
export class MeshError extends ScreeError {}

/** The pair of shapes has no query; the message names both shapes and lists the supported partners. */
export class UnsupportedPairError extends ScreeError {}

/** A value the command line or an options object was given is out of range. */
export class InvalidOptionError extends ScreeError {}

/** The motion of a mesh is described wrongly; the message starts with the path of the entry (`rotating.axis`). */
export class InvalidMotionError extends ScreeError {}

/**
 * A scene or simulation is described wrongly; the message starts with the path of the entry (`materials[0].density`).
 */
export class SceneError extends ScreeError {}

/** The machine lacks what was asked for: no GPU, no driver, too little memory on it; nothing was started. */
export class DeviceError extends ScreeError {}

/** A simulation could not go on; `details` has the time, the step and the bodies. */
export class SimulationError extends ScreeError {}
