// SPDX-License-Identifier: MIT
/**
 * The lock of a run folder: only one process uses the folder at a time. A lock names its process and the start time of
 * that process, which identifies it if its number is reused. `link` creates the file together with its content, and
 * fails if the file exists.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../files/sha256.ts';
import { atPath, RunError } from '../run-error.ts';

const LOCK_NAME = 'lock';
/**
 * Each failed try means that another process changed the lock in the meantime. More than a few indicate a fault of the
 * file system.
 */
const MOST_TRIES = 1000;

interface Owner {
  readonly pid: number;
  /** Empty if unknown: the operating system does not report it, or an older version wrote the lock. */
  readonly started: string;
}

/** Contents of the locks that this process holds. */
const held = new Set<string>();

/** Whether a file of a run folder belongs to its lock, also after a crash. */
export function isLockFile(name: string): boolean {
  return name === LOCK_NAME || name.startsWith(`${LOCK_NAME}.`);
}

/** Start time of a process in clock ticks since the machine started; empty if /proc does not report it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program name in brackets, which may contain any character.
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

/** Undefined for a text that is not a lock. */
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

/** Undefined if the file does not exist. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a process uses the folder now. */
export function isRunFolderInUse(folder: string): boolean {
  try {
    const text = textAt(join(folder, LOCK_NAME)) ?? '';
    const owner = ownerOf(text);
    return owner !== undefined && isInUse(text, owner);
  } catch {
    return false;
  }
}

/** Number of the process that the lock of the folder names; undefined without a lock. */
export function runFolderOwner(folder: string): number | undefined {
  return ownerOf(textAt(join(folder, LOCK_NAME)) ?? '')?.pid;
}

/**
 * Locks the folder for this process. Replaces a lock whose process has ended, as after a crash. Throws a RunError if
 * the folder is in use.
 */
export function lockRunFolder(folder: string): void {
  const path = join(folder, LOCK_NAME);
  held.add(atPath(path, () => take(path, folder)));
}

/** Removes the lock if this process holds it. */
export function unlockRunFolder(folder: string): void {
  const path = join(folder, LOCK_NAME);
  if (held.delete(textAt(path) ?? '')) rmSync(path, { force: true });
}

/** Returns the content of the new lock. */
function take(path: string, folder: string): string {
  // Each lock is unique, so a process can see whether the lock is still the one that it has read.
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
      if (replaceStaleLock(own, path, text, folder)) return ownText;
    }
    throw new RunError('lock-lost', `${path}: cannot be created or read after ${MOST_TRIES} tries; remove it`, {
      path,
    });
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Replaces a lock whose process has ended. Meanwhile the process holds a second lock named after the old one, taken in
 * the same way. Of two processes that found the old lock, only one can therefore replace it; the other finds that it
 * has gone.
 */
function replaceStaleLock(own: string, path: string, old: string, folder: string): boolean {
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

/** False if the file exists already. */
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

/**
 * For file systems without links, such as FAT. Others may see the file before its content and treat the folder as in
 * use.
 */
function canMake(path: string, text: string): boolean {
  try {
    writeThrough(path, text);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Writes the content to disk before the name is used: after a failure of the machine, an empty lock would name no
 * process.
 */
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
