// SPDX-License-Identifier: MIT
/** Errors about run folders, each with a remedy. */
import { ScreeError } from '../errors.ts';

/** A run folder cannot be created, read, written or resumed. */
export class RunError extends ScreeError {}

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the disk; make room',
  EDQUOT: 'your share of the disk is used up; make room',
  EFBIG: 'the file has grown beyond the largest size allowed here; write less often or raise the limit',
  EACCES: 'no permission to write; choose another folder or change its permissions',
  EPERM: 'no permission to write; choose another folder or change its permissions',
  EROFS: 'the file system is read-only; choose another folder',
  ENOTDIR: 'a part of the path is a file, not a folder; choose another folder',
  ENOENT: 'a folder of that name cannot be made there; choose another folder',
  ENAMETOOLONG: 'the name is too long; choose a shorter one',
  ELOOP: 'it is a symbolic link, or there are too many of them; put a file in its place',
  EEXIST: 'there is a file of that name; choose another folder',
  EIO: 'the disk reports an error',
};

/** The error for a failed operation on a file: a RunError that names the path and the remedy, if the system refused. */
export function diskError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('errno' in error)) return error;
  const code = String((error as { readonly code?: unknown }).code);
  return new RunError(code, `${path}: cannot be written: ${REMEDIES[code] ?? error.message} (${code})`, { path });
}

/** Calls a function that uses the file system, with these errors. */
export function atPath<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw diskError(path, error);
  }
}
