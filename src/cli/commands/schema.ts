// SPDX-License-Identifier: MIT
/** `scree schema`: the JSON Schema of scene files, with which editors complete and check them. */
import { Command } from 'commander';
import { TextOutput } from '../terminal/text-output.ts';

const DETAILS = `
Example: scree schema > scene.schema.json
Then, as the first line of a scene, for editors with the YAML language server:
  # yaml-language-server: $schema=scene.schema.json`;

export function schemaCommand(): Command {
  return new Command('schema').addHelpText('after', DETAILS).action(async () => {
    const { sceneJsonSchema } = await import('../../scene/schema/json-schema.ts');
    await new TextOutput(process.stdout).write(`${JSON.stringify(sceneJsonSchema(), null, 2)}\n`);
  });
}
