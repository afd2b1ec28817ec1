// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { annotatedSceneSchema, type JsonSchema, sceneJsonSchema } from './json-schema.ts';

/** Every property of every mapping, with the path of its mapping. */
function propertiesOf(schema: unknown, path = ''): { path: string; property: JsonSchema; mapping: JsonSchema }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each, i) => propertiesOf(each, `${path}/${i}`));
  const mapping = schema as JsonSchema;
  const own =
    typeof mapping.properties === 'object' && !path.endsWith('/properties')
      ? Object.entries(mapping.properties as Record<string, JsonSchema>).map(([key, property]) => ({
          path: `${path}/properties/${key}`,
          property,
          mapping,
        }))
      : [];
  return [...own, ...Object.entries(mapping).flatMap(([key, value]) => propertiesOf(value, `${path}/${key}`))];
}

const annotated = annotatedSceneSchema();
const all = propertiesOf(annotated);

function resolve(property: JsonSchema): JsonSchema {
  if (typeof property.$ref !== 'string') return property;
  const definitions = annotated.$defs as Record<string, JsonSchema>;
  return resolve({ ...definitions[property.$ref.replace('#/$defs/', '')], ...property, $ref: undefined });
}

describe('the schema', () => {
  it('describes every key', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(
      all.filter(({ property }) => typeof resolve(property).description !== 'string').map(({ path }) => path),
    ).toEqual([]);
  });

  it('says of every key that may be left out what happens then', () => {
    const silent = all.filter(({ path, property, mapping }) => {
      const isRequired = ((mapping.required as string[] | undefined) ?? []).includes(path.split('/').pop() ?? '');
      return !isRequired && mapping.maxProperties !== 1 && resolve(property)['x-default'] === undefined;
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('has a unit and a range for every number', () => {
    const numbers = all.filter(({ property }) => Array.isArray(property.type));
    expect(numbers.length).toBeGreaterThan(40);
    expect(
      numbers.filter(({ property }) => property['x-unit'] === undefined || property['x-range'] === undefined),
    ).toEqual([]);
  });
});

describe('the schema for editors', () => {
  const schema = sceneJsonSchema();
  const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const scene = {
    time: { duration: '1 s' },
    gravity: [0, 0, '-9.81 m/s2'],
    materials: { glass: { density: 2500, stiffness: 1e4 } },
    law: { normal: 'linear' },
    bodies: {
      a: {
        shape: { rounded: { shape: { sphere: { radius: 1 } }, radius: '1 mm' } },
        material: 'glass',
        position: [0, 0, 0],
      },
    },
  };

  it('is JSON Schema with units and defaults in its descriptions', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Scree scene',
      properties: {
        time: {
          properties: {
            fraction: { description: 'Fraction of the critical time step that auto uses. Default: 0.1.', maximum: 1 },
            duration: { description: expect.stringMatching(/^Simulated time\. Plain numbers are in s\./) },
          },
        },
      },
    });
    expect(JSON.stringify(schema)).not.toMatch(/"x-/);
  });

  it('accepts scenes, and refuses keys, words and plain numbers that the reader refuses', () => {
    expect(parsed.safeParse(scene).error?.issues).toBeUndefined();
    expect(parsed.safeParse({ ...scene, colour: 1 }).success).toBe(false);
    expect(parsed.safeParse({ ...scene, gravity: [0, 0] }).success).toBe(false);
    expect(parsed.safeParse({ ...scene, law: { normal: 'liner' } }).success).toBe(false);
    expect(parsed.safeParse({ ...scene, time: { duration: 0 } }).success).toBe(false);
    expect(parsed.safeParse({ ...scene, threads: 0 }).success).toBe(false);
  });
});
