// SPDX-License-Identifier: MIT
/**
 * The scene's schema as JSON Schema (draft 2020-12): for editors, and with the facts that the reference page is made
 * from.
 */
import { z } from 'zod';
import { sceneSchema } from './scene-schema.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** With `x-unit`, `x-default` and `x-range` in addition to the standard keywords. */
export function annotatedSceneSchema(): JsonSchema {
  return z.toJSONSchema(sceneSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

function describeFully(schema: JsonSchema): string | undefined {
  const { description, 'x-unit': unit, 'x-default': absent } = schema;
  if (typeof description !== 'string') return undefined;
  const inUnit = typeof unit === 'string' && unit !== '' ? ` Plain numbers are in ${unit}.` : '';
  return `${description}${inUnit}${typeof absent === 'string' && absent !== '' ? ` Default: ${absent}.` : ''}`;
}

function forEditors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forEditors);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  const description = describeFully(schema);
  const kept = Object.entries(schema).filter(([key]) => !key.startsWith('x-'));
  const result = Object.fromEntries(kept.map(([key, part]) => [key, forEditors(part)]));
  return description === undefined ? result : { ...result, description };
}

/**
 * What `scree schema` prints: units and defaults are in the descriptions, where editors show them.
 *
 * @example
 * ```ts
 * import { sceneJsonSchema } from 'scree';
 *
 * console.log(sceneJsonSchema().title); // Scree scene
 * ```
 */
export function sceneJsonSchema(): JsonSchema {
  const schema = forEditors(annotatedSceneSchema()) as JsonSchema;
  const { $schema, ...rest } = schema;
  return { $schema, title: 'Scree scene', ...rest };
}
