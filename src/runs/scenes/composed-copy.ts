// SPDX-License-Identifier: MIT
/** A scene of several files, or with values set from outside, as the text of one file. */
import { Document, isPair, isScalar, visit } from 'yaml';
import { isJsonName, LARGEST_YAML_BYTES } from '../../scene/source/scene-bytes.ts';

/** Short lists and mappings of plain values are on one line, as people write them. */
const MOST_ON_ONE_LINE = 8;

interface CopyOrigin {
  readonly original: string;
  readonly includes: readonly string[];
  readonly settings: readonly string[];
}

function yamlText(value: unknown, { original, includes, settings }: CopyOrigin): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_, node) => {
      const values = node.items.map((item) => (isPair(item) ? item.value : item));
      node.flow = values.length <= MOST_ON_ONE_LINE && values.every((each) => isScalar(each));
    },
  });
  const facts = [
    `Put together by scree run from ${[original, ...includes].join(', ')}`,
    ...settings.map((setting) => `--set ${setting}`),
  ];
  document.commentBefore = facts.map((fact) => ` ${fact.replaceAll('\n', ' ')}`).join('\n');
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Name and bytes of the copy: YAML unless the original is JSON, or the YAML would be too large to be read again. */
export function composedCopy(value: unknown, origin: CopyOrigin): { file: string; bytes: Uint8Array } {
  const encoder = new TextEncoder();
  if (!isJsonName(origin.original)) {
    const bytes = encoder.encode(yamlText(value, origin));
    if (bytes.length <= LARGEST_YAML_BYTES) return { file: 'scene.yaml', bytes };
  }
  return { file: 'scene.json', bytes: encoder.encode(`${JSON.stringify(value)}\n`) };
}
