// SPDX-License-Identifier: MIT
/** JSON form of one kind of shape and its keys in a scene, as the shape's file gives them to the registry. */
import type { Shape } from './shape.ts';

/** A key of a shape in a scene file. Sizes, points and numbers have units there. */
export interface ShapeField {
  /** A length above 0, three of them, a point, points, a length of 0 or more, or an exponent of a superquadric. */
  readonly value: 'size' | 'sizes' | 'point' | 'points' | 'length' | 'exponent';
  readonly description: string;
  readonly isOptional?: boolean;
}

export interface ShapeForm {
  /** The shape that the value under its kind describes; `readShape` reads the shapes inside it. */
  read(parameters: unknown, path: string, readShape: (value: unknown, path: string) => Shape): Shape;
  /** Omitted for shapes with their own scene syntax, and for half-spaces, which are not bodies. */
  readonly scene?: {
    readonly description: string;
    readonly fields: Readonly<Record<string, ShapeField>>;
    /** Keys of which a scene gives exactly one. */
    readonly either?: readonly [string, string];
  };
  /** Has no volume: a scene must round it. */
  readonly isThin?: boolean;
  /** Example for menus, about as large as those of the other shapes. */
  readonly example?: unknown;
}

/** Keys shared by several shapes. */
export const RADIUS_FIELD: ShapeField = { value: 'size', description: 'Radius.' };
export const HALF_LENGTH_FIELD: ShapeField = {
  value: 'size',
  description: 'Half length along z, without the caps of a capsule.',
};
export const SEMI_AXES_FIELD: ShapeField = { value: 'sizes', description: 'Semi-axes along x, y and z.' };
