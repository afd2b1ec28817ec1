// SPDX-License-Identifier: MIT
/**
 * Parses a request, or refuses it. Paths are compared with a list of known names, so no path can reach another file;
 * unusual paths are refused as well. The Host header must be the loopback address: a page that uses DNS rebinding has
 * another one.
 */
import type { IncomingMessage } from 'node:http';

export interface GoodRequest {
  /** Decoded, beginning with a slash; segments are plain names. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isHead: boolean;
}

interface Refusal {
  readonly status: 400 | 403 | 405;
  readonly reason: string;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const LONGEST_PATH = 1024;

function hasControlCharacter(text: string): boolean {
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** `port` is the one the server listens at. */
export function readRequest(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  port: number,
): GoodRequest | Refusal {
  if (!LOOPBACK_NAMES.some((name) => headers.host === `${name}:${port}`)) {
    return { status: 403, reason: 'this server answers to 127.0.0.1 and localhost only' };
  }
  // Pages of other origins may not even ask.
  const { origin } = headers;
  if (origin !== undefined && !LOOPBACK_NAMES.some((name) => origin === `http://${name}:${port}`)) {
    return { status: 403, reason: 'asked for by a page of another origin' };
  }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, reason: 'GET and HEAD only' };
  if (!url.startsWith('/') || url.length > LONGEST_PATH) return { status: 400, reason: 'bad path' };
  const [raw = '', query = ''] = splitOnce(url, '?');
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { status: 400, reason: 'bad encoding of the path' };
  }
  const segments = path.slice(1).split('/');
  const isOdd = segments.some((segment, k) => {
    const isLast = k === segments.length - 1;
    return segment === '.' || segment === '..' || (segment === '' && !isLast);
  });
  if (isOdd || path.includes('\\') || path.includes('%') || hasControlCharacter(path)) {
    return { status: 400, reason: 'bad path' };
  }
  return { path, query: new URLSearchParams(query), isHead: method === 'HEAD' };
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
