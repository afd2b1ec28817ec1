// SPDX-License-Identifier: MIT
/** Resolves paths relative to a file, with forward slashes and without Node modules. */

const isAbsolute = (path: string): boolean => /^([/\\]|[A-Za-z]:)/.test(path);

/** The folder of a path, with its slash; empty for a name alone. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** What `name` means in the file `from`, as seen from where `from` is named: `a/b.yaml` and `../c.stl` give `c.stl`. */
export function pathFrom(from: string, name: string): string {
  if (isAbsolute(name)) return name;
  const folder = folderOf(from);
  const start = folder.startsWith('/') ? '/' : '';
  const steps: string[] = [];
  for (const step of `${folder}${name}`.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return start + steps.join('/');
}
