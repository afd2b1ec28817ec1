// SPDX-License-Identifier: MIT
/**
 * Makes the reference page of scene files, docs/reference/scene.md, from the schema: one table per mapping.
 * `npm run reference` runs it; a test compares the page with its output.
 */

const INTRODUCTION = `# Scene files: reference

\`npm run reference\` writes this page from the schema in \`src/scene/schema\`; do not edit it.
[The guide](../guide/scene-files.md) explains scene files in ten minutes.

- A value may have a unit: \`3.5 mm\`, \`30 deg\`, \`60 rpm\`, \`2500 kg/m3\`, \`9.81 m/s2\`. A plain number is in the unit of
  the table.
- A number may be an expression: \`=2*d + 1 mm\`.
- A key marked **required** has no default.
- A name begins with a letter and has letters, digits, \`-\` and \`_\`.
`;

/** A definition that several places use has its own section, found by this name. */
const isReference = (schema) => typeof schema.$ref === 'string';
const definitionName = (schema) => schema.$ref.replace('#/$defs/', '');

const anchor = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

/** Follows definitions that only refer to another definition. */
function followed(schema, definitions) {
  let at = schema;
  while (isReference(at)) {
    const target = definitions[definitionName(at)];
    if (!isReference(target)) break;
    at = target;
  }
  return at;
}

/** Mappings with known keys inside a value, each with its path. */
function mappingsIn(schema, path, definitions) {
  const at = followed(schema, definitions);
  if (isReference(at)) return [{ path: definitionName(at), schema: definitions[definitionName(at)], isShared: true }];
  if (at.properties !== undefined) return [{ path, schema: at, isShared: false }];
  if (at.anyOf !== undefined) return at.anyOf.flatMap((each) => mappingsIn(each, path, definitions));
  if (typeof at.additionalProperties === 'object')
    return mappingsIn(at.additionalProperties, `${path}.NAME`, definitions);
  if (typeof at.items === 'object') return mappingsIn(at.items, `${path}[]`, definitions);
  return [];
}

/** The kind of value, in a few words. */
function valueText(schema, definitions) {
  const at = followed(schema, definitions);
  if (isReference(at)) return `[${definitionName(at)}](#${anchor(definitionName(at))})`;
  if (at.anyOf !== undefined) return [...new Set(at.anyOf.map((each) => valueText(each, definitions)))].join(' or ');
  if (at.enum !== undefined) return 'word';
  if (at.prefixItems !== undefined) return `list of ${at.prefixItems.length}`;
  if (Array.isArray(at.type)) return at.type[0];
  if (at.type === 'array') {
    const size = at.minItems !== undefined && at.minItems === at.maxItems ? `list of ${at.minItems}` : 'list';
    const of = typeof at.items === 'object' ? valueText(at.items, definitions) : '';
    if (size !== 'list') return size;
    return of.startsWith('[') || of.startsWith('list')
      ? `list of ${of}`
      : `list of ${of === 'mapping' ? 'mapping' : of}s`;
  }
  if (at.type === 'object' && at.properties === undefined) {
    const of = valueText(at.additionalProperties, definitions);
    return of.startsWith('[') ? `mapping from names to ${of}` : 'mapping from names';
  }
  if (at.type === 'object') return 'mapping';
  if (at.type === 'string') return 'text';
  return at.type === 'boolean' ? 'true or false' : at.type;
}

/** A fact of a schema, or of the definition that it refers to. */
function fact(schema, key, definitions) {
  if (schema[key] !== undefined) return schema[key];
  if (isReference(schema)) return fact(definitions[definitionName(schema)], key, definitions);
  return '';
}

const cell = (text) => String(text).replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();

function table({ properties, required = [] }, path, definitions) {
  const rows = Object.entries(properties).map(([key, schema]) => {
    const absent = required.includes(key) ? '**required**' : fact(schema, 'x-default', definitions);
    const below = mappingsIn(schema, path === '' ? key : `${path}.${key}`, definitions).filter(
      ({ isShared }) => !isShared,
    );
    const name = below.length === 0 ? `\`${key}\`` : `[\`${key}\`](#${anchor(below[0].path)})`;
    const facts = [
      valueText(schema, definitions),
      fact(schema, 'x-unit', definitions),
      absent,
      fact(schema, 'x-range', definitions),
    ];
    return `| ${[name, fact(schema, 'description', definitions), ...facts].map(cell).join(' | ')} |`;
  });
  return ['| key | meaning | value | unit | default | range |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

/** The page for a schema from `annotatedSceneSchema`. */
export function sceneReference(schema) {
  const { $defs: definitions = {} } = schema;
  const sections = [];
  const seen = new Set();
  const visit = (path, mapping) => {
    if (seen.has(path)) return;
    seen.add(path);
    const title = path === '' ? 'The scene' : path;
    const only = mapping.maxProperties === 1 ? ' Give exactly one of these keys.' : '';
    sections.push(`## ${title}\n\n${mapping.description ?? ''}${only}\n\n${table(mapping, path, definitions)}\n`);
    for (const [key, each] of Object.entries(mapping.properties)) {
      for (const below of mappingsIn(each, path === '' ? key : `${path}.${key}`, definitions)) {
        if (!below.isShared) visit(below.path, below.schema);
      }
    }
  };
  visit('', schema);
  for (const [name, definition] of Object.entries(definitions)) {
    for (const { path, schema: mapping } of mappingsIn(definition, name, definitions)) visit(path, mapping);
  }
  return [INTRODUCTION, ...sections].join('\n');
}
