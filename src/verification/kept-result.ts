// SPDX-License-Identifier: MIT
/** Results of parts of a long case, kept in the store of the setup. The next call computes only the missing parts. */
import type { RunSetup } from './verification-case.ts';

interface Kept<T> {
  readonly key: string;
  readonly result: T;
}

/**
 * Returns the result kept under this name for the same key (a text with everything it depends on), or computes and
 * keeps it. The result is plain data that JSON can represent.
 */
export async function keptResult<T>(
  { store, progress }: Pick<RunSetup, 'store' | 'progress'>,
  name: string,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const bytes = store?.read(name);
  if (bytes !== undefined) {
    const kept = JSON.parse(new TextDecoder().decode(bytes)) as Kept<T>;
    if (kept.key === key) {
      progress(`${name}: as kept`);
      return kept.result;
    }
  }
  const result = await compute();
  store?.write(name, new TextEncoder().encode(JSON.stringify({ key, result } satisfies Kept<T>)));
  return result;
}
