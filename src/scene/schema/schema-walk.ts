// SPDX-License-Identifier: MIT
/** Steps through the scene's schema: the forms that a value may have at a location, and below it. */
import { annotatedSceneSchema, type JsonSchema } from './json-schema.ts';

let wholeSchema: JsonSchema | undefined;

/** Made once: it takes some milliseconds. */
function schemaOfScenes(): JsonSchema {
  wholeSchema ??= annotatedSceneSchema();
  return wholeSchema;
}

/** References and alternatives resolved. */
function expanded(schemas: readonly JsonSchema[], root: JsonSchema): JsonSchema[] {
  return schemas.flatMap((schema): JsonSchema[] => {
    if (typeof schema.$ref === 'string') {
      const definitions = (root.$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
      return expanded([definitions[schema.$ref.replace('#/$defs/', '')] ?? {}], root);
    }
    return Array.isArray(schema.anyOf) ? expanded(schema.anyOf as JsonSchema[], root) : [schema];
  });
}

export const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;

/** The forms of a whole scene. */
export function rootForms(): JsonSchema[] {
  return expanded([schemaOfScenes()], schemaOfScenes());
}

/** The forms of an entry of a list; none if the value is no list. */
export function itemForms(forms: readonly JsonSchema[], index: number): JsonSchema[] {
  const items = forms.flatMap(({ items: each, prefixItems }) => {
    const item = (prefixItems as readonly JsonSchema[] | undefined)?.[index] ?? each;
    return item === undefined ? [] : [item as JsonSchema];
  });
  return expanded(items, schemaOfScenes());
}

/** The schemas of a key that the schema has, before alternatives are resolved: descriptions may be outside of them. */
export function keySchemas(forms: readonly JsonSchema[], key: string): JsonSchema[] {
  return forms.flatMap((schema) => (Object.hasOwn(propertiesOf(schema), key) ? [propertiesOf(schema)[key]] : []));
}

/** The forms of a key that the schema has. */
export function keyForms(forms: readonly JsonSchema[], key: string): JsonSchema[] {
  return expanded(keySchemas(forms, key), schemaOfScenes());
}

/** The forms of the definitions in a mapping whose keys the user chooses. */
export function namedForms(forms: readonly JsonSchema[]): JsonSchema[] {
  const named = forms.flatMap(({ additionalProperties: each }) =>
    typeof each === 'object' ? [each as JsonSchema] : [],
  );
  return expanded(named, schemaOfScenes());
}
