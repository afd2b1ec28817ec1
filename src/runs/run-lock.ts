// SPDX-License-Identifier: MIT
/**
 * The lock of a run folder: one program uses the folder at a time. A lock names its process and when that started, so that another process with the same
 * number is not taken for it. `link` makes the file appear together with its content; it fails when there is one.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { atPath, RunError } from './run-error.ts';
import { sha256 } from './sha256.ts';

const LOCK_NAME = 'lock';
/** Each try but the last found that another program had changed the lock in the meantime; more than a few are a fault of the file system. */
const MOST_TRIES = 1000;

interface Owner {
  readonly pid: number;
  /** Empty where it is not known: the operating system does not say, or an older version wrote the lock. */
  readonly started: string;
}

/** What the locks of this process say. */
const held = new Set<string>();

/** Whether a file of a run folder belongs to its lock; one that is left over from a crash does not matter. */
export function isLockFile(name: string): boolean {
  return name === LOCK_NAME || name.startsWith(`${LOCK_NAME}.`);
}

/** When a process started, in ticks of the clock since the machine did; empty where /proc does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name of the program in brackets, with any character in it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Undefined for a text that is no lock. */
function ownerOf(text: string): Owner | undefined {
  const [, pid, started = ''] = /^(\d{1,10})(?: (\d*) \S+)?\n$/.exec(text) ?? [];
  return Number(pid) > 0 ? { pid: Number(pid), started } : undefined;
}

function isInUse(text: string, owner: Owner): boolean {
  const { pid, started } = owner;
  if (held.has(text)) return true;
  if (started === '') return pid !== process.pid && exists(pid);
  return exists(pid) && startOf(pid) === started;
}

/** Undefined when there is no such file. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a program is writing the run now. */
export function isRunFolderInUse(folder: string): boolean {
  try {
    const text = textAt(join(folder, LOCK_NAME)) ?? '';
    const owner = ownerOf(text);
    return owner !== undefined && isInUse(text, owner);
  } catch {
    return false;
  }
}

/** Takes the folder for this process. A lock whose process is gone, as after a crash, does not count. Throws a RunError when the folder is in use. */
export function lockRunFolder(folder: string): void {
  const path = join(folder, LOCK_NAME);
  held.add(atPath(path, () => take(path, folder)));
}

/** Lets others use the folder, if this process has its lock. */
export function unlockRunFolder(folder: string): void {
  const path = join(folder, LOCK_NAME);
  if (held.delete(textAt(path) ?? '')) rmSync(path, { force: true });
}

/** Returns what the lock says. */
function take(path: string, folder: string): string {
  // No two locks are the same, so that a program can tell whether the lock is still the one that it has read.
  const mark = randomUUID();
  const own = `${path}.${mark}.part`;
  const ownText = `${process.pid} ${startOf(process.pid)} ${mark}\n`;
  try {
    writeThrough(own, ownText);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (canLink(own, path)) return ownText;
      const text = textAt(path);
      if (text === undefined) continue;
      const owner = ownerOf(text);
      if (owner === undefined || isInUse(text, owner)) throw inUse(folder, path, owner);
      if (hasInherited(own, path, text, folder)) return ownText;
    }
    throw new RunError('lock-lost', `${path}: cannot be made, and cannot be read; remove it`, { path });
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Puts a lock in the place of one whose process is gone. Whoever does so holds a lock named after the old one meanwhile, which is taken in the same way: two
 * programs that have both found the old lock cannot both replace it, and the second finds that it is no longer there.
 */
function hasInherited(own: string, path: string, old: string, folder: string): boolean {
  const succession = `${path}.${sha256(new TextEncoder().encode(old)).slice(0, 16)}`;
  take(succession, folder);
  try {
    if (textAt(path) !== old) return false;
    renameSync(own, path);
    return true;
  } finally {
    rmSync(succession, { force: true });
  }
}

/** False when there is a file of that name already. */
function canLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return canMake(to, readFileSync(from, 'utf8'));
  }
}

/** Where a file system has no links, as FAT: others may see the file before its content, and take it for one in use. */
function canMake(path: string, text: string): boolean {
  try {
    writeThrough(path, text);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The disk has the content before the name is used: an empty lock would say nothing after a failure of the machine. */
function writeThrough(path: string, text: string): void {
  const file = openSync(path, 'wx');
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function inUse(folder: string, path: string, owner: Owner | undefined): RunError {
  const by = owner === undefined ? 'another program' : `process ${owner.pid}`;
  const message = `${folder}: is in use by ${by}; if that is not a run of Scree, remove ${path}`;
  return new RunError('in-use', message, owner === undefined ? {} : { owner: owner.pid });
}
