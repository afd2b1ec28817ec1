// SPDX-License-Identifier: MIT
/**
 * `scree contact`: reads one pair of shapes per line and writes one contact per line, in order, without loading the
 * whole file.
 */
import { createReadStream } from 'node:fs';
import { Command, Option } from 'commander';
import { ScreeError } from '../../errors.ts';
import { ALGORITHMS } from '../../narrow-phase/contact.ts';
import { lineBatches } from '../contact-lines/line-batches.ts';
import { answerLine, type LineOptions } from '../contact-lines/pair-line.ts';
import { EXIT_OK, failureMessage, isSystemError } from '../terminal/exit-code.ts';
import { TextOutput } from '../terminal/text-output.ts';

/** Distinct unknown keys that are reported before the rest is ignored silently. */
const UNKNOWN_KEY_REPORT_COUNT = 10;

const DETAILS = `
A line is {"id":…,"a":{"shape":…,"pose":…},"b":{"shape":…,"pose":…}}. A pose is
{"position":[x,y,z],"orientation":[w,x,y,z]}; it or either part may be left out. Shapes:
  {"sphere":{"radius":r}}                        {"ellipsoid":{"semiAxes":[a,b,c]}}
  {"box":{"halfExtents":[x,y,z]}}                {"superquadric":{"semiAxes":[a,b,c],"n1":n,"n2":n}}
  {"capsule":{"radius":r,"halfLength":h}}        {"polyhedron":{"vertices":[[x,y,z],…]}}
  {"cylinder":{"radius":r,"halfLength":h}}       {"halfSpace":{"normal":[x,y,z],"offset":k}}
  {"cone":{"radius":r,"height":h}}               {"rounded":{"shape":{…},"radius":r}}
  {"point":{"position":[x,y,z]}}                 {"segment":{"from":[x,y,z],"to":[x,y,z]}}
  {"facet":{"vertices":[[x,y,z],…]}}             {"compound":[{"shape":{…},"pose":{…}},…]}
Planar shapes, two on a line, have poses {"position":[x,y],"angle":radians} and answers with two components:
  {"polygon":{"vertices":[[x,y],…]}}             {"disc":{"radius":r}}
  {"ellipse":{"semiAxes":[a,b]}}                 {"rounded":{"shape":{…},"radius":r}}
A mesh on one side, any body but a planar one on the other, gives all "contacts" with facet, feature, point, normal,
distance and its bounds, weights:
  {"mesh":{"vertices":[[x,y,z],…],"facets":[[i,j,k,…],…]}}
A line that cannot be answered gets {"id":…,"error":"…"} and the exit code is 1 at the end.

Example: two unit spheres, half a metre apart.
  $ echo '{"a":{"shape":{"sphere":{"radius":1}}},"b":{"shape":{"sphere":{"radius":1}},"pose":{"position":[2.5,0,0]}}}' | scree contact -`;

export function contactCommand(): Command {
  return new Command('contact')
    .argument('<pairs.jsonl>', 'file with one pair a line, or - for standard input')
    .addOption(
      new Option('--algorithm <name>', 'force one algorithm instead of the best for the pair').choices(ALGORITHMS),
    )
    .option('--manifold', 'add all corners of the contact patch')
    .option('--patch', 'add the contact patch, and the overlap of polyhedra, spheres, polygons and discs')
    .addHelpText('after', DETAILS)
    .action(async (path: string, flags: Pick<LineOptions, 'algorithm' | 'manifold' | 'patch'>, command: Command) => {
      const { verbose = false } = command.optsWithGlobals<{ verbose?: boolean }>();
      process.exitCode = await answerFile(path, flags, verbose);
    });
}

async function answerFile(path: string, options: LineOptions, verbose: boolean): Promise<number> {
  const output = new TextOutput(process.stdout);
  const reported = new Set<string>();
  let exitCode = EXIT_OK;

  for await (const batch of lineBatches(chunksOf(path))) {
    let text = '';
    for (const line of batch) {
      if (line.text?.trim() === '') continue;
      const answer = answerLine(line, options);
      text += `${answer.json}\n`;
      exitCode = Math.max(exitCode, answer.exitCode);
      if (verbose && answer.cause !== undefined) console.error(failureMessage(answer.cause, verbose));
      for (const key of answer.unknownKeys) {
        if (reported.has(key) || reported.size === UNKNOWN_KEY_REPORT_COUNT) continue;
        reported.add(key);
        console.error(`scree: line ${line.number}: unknown key ${JSON.stringify(key)} ignored, here and below`);
      }
    }
    if (!(await output.write(text))) break;
  }
  return exitCode;
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? process.stdin : createReadStream(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // "ENOENT: no such file or directory, open 'x'" says the same with the path last.
    const problem = error.message.replace(/^\w+: /, '').replace(/, .*$/, '');
    throw new ScreeError('unreadable', `${path}: cannot be read: ${problem}`, { code: error.code });
  }
}
