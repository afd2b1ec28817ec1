// SPDX-License-Identifier: MIT
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSampleFrames, sampleFrame, writeSampleRun } from '../../tests/support/sample-run.ts';
import { decodeFrame } from '../io/trajectory/frame.ts';
import { ServedRun } from './served-run.ts';
import { type StudioServer, startStudioServer } from './studio-server.ts';

const SECRET = 'not for pages';
let folder = '';
let run = '';
let server: StudioServer;

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The path is sent as it is: `fetch` would tidy it up. */
function ask(path: string, { method = 'GET', headers = {} }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const json = async (path: string) => JSON.parse((await ask(path)).body.toString());

/** First line of the answer to bytes that no client library would send. */
function firstLine(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      resolve(data.toString().split('\r\n')[0]);
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(''));
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-server-'));
  run = join(folder, 'run');
  const app = join(folder, 'app');
  mkdirSync(join(app, 'assets'), { recursive: true });
  writeFileSync(join(app, 'index.html'), '<!doctype html>the studio');
  writeFileSync(join(app, 'assets/main-1a.js'), 'export {};');
  writeFileSync(join(folder, 'secret.csv'), SECRET);
  writeSampleRun(run, 3);
  writeFileSync(join(run, 'report.html'), '<p>a report</p>');
  mkdirSync(join(run, 'folder.csv'));
  symlinkSync(join(folder, 'secret.csv'), join(run, 'linked.csv'));
  symlinkSync(folder, join(run, 'up'));
  server = await startStudioServer({ appFolder: app, run: new ServedRun(run), port: 0 });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the studio server', () => {
  it('serves the page, isolated and allowed nothing from elsewhere', async () => {
    for (const path of ['/', '/index.html']) {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(200);
      expect(body.toString()).toContain('the studio');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
    }
    expect((await ask('/assets/main-1a.js')).headers['content-type']).toContain('text/javascript');
  });

  it('describes the run', async () => {
    expect(await json('/api/studio')).toEqual({ hasRun: true, hasStudy: false, reports: ['report.html'] });
    const described = await json('/api/run');
    expect(described).toMatchObject({ folder: 'run', isRunning: false, hasTrajectory: true });
    expect(described.tables.map(({ name }: { name: string }) => name)).toEqual(['speeds.csv']);
  });

  it('hands out frames with the bytes of the file, and answers HEAD with their length', async () => {
    const { body } = await ask('/api/frames/2');
    expect(decodeFrame(body, 0)).toEqual(sampleFrame(2));
    const { headers, body: none } = await ask('/api/frames/2', { method: 'HEAD' });
    expect([Number(headers['content-length']), none.length]).toEqual([body.length, 0]);
    expect((await ask('/api/frames/3')).status).toBe(404);
  });

  it('follows one body through the frames', async () => {
    const history = await json('/api/bodies/5');
    expect(history.time).toEqual([0, 0.1, 0.2]);
    expect(history.speed).toEqual([3, 3, 3]);
    expect(history.position[1]).toEqual([2, 2, 2]);
    // float32 about the origin of the frame
    for (const [k, x] of history.position[0].entries()) expect(x).toBeCloseTo(1000 + 0.3 * k, 6);
    expect((await json('/api/bodies/4')).time).toEqual([]);
  });

  it('sends a table from any byte on', async () => {
    const { body } = await ask('/api/tables/speeds.csv');
    expect(body.toString()).toContain('time,step,');
    expect((await ask('/api/tables/speeds.csv?from=20')).body).toEqual(body.subarray(20));
    expect((await ask(`/api/tables/speeds.csv?from=${body.length}`)).body).toHaveLength(0);
  });

  it('serves a report so that it can run nothing', async () => {
    const { status, headers, body } = await ask('/api/reports/report.html');
    expect([status, body.toString()]).toEqual([200, '<p>a report</p>']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox$/);
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
  });

  it.each([
    '/../secret.csv',
    '/api/tables/../../secret.csv',
    '/api/tables/..%2f..%2fsecret.csv',
    '/api/tables/%2e%2e%2fsecret.csv',
    '/api/tables/..%5csecret.csv',
    '/api/tables/%252e%252e%252fsecret.csv',
    '/api/tables/speeds.csv%00.csv',
    '/api/tables/speeds.csv%0a',
    '/api/tables/%',
    '//etc/passwd',
    '/api//run',
    '/assets/../index.html',
    `/${'a'.repeat(5000)}`,
  ])('refuses the path %s', async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(400);
    expect(body.toString()).not.toContain(SECRET);
  });

  it.each([
    '/api/tables/linked.csv',
    '/api/tables/up',
    '/api/tables/folder.csv',
    '/api/tables/manifest.json',
    '/api/tables/trajectory.scree',
    '/api/reports/linked.csv',
    '/api/reports/none.html',
    '/manifest.json',
    '/api/frames/-1',
    '/api/frames/1e0',
    '/api/bodies/x',
    '/api/nothing',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain(SECRET);
  });

  it('has nothing at absolute paths', async () => {
    expect((await ask(`/api/tables/${encodeURIComponent(join(folder, 'secret.csv'))}`)).status).not.toBe(200);
    const host = `Host: 127.0.0.1:${server.port}`;
    expect(await firstLine(`GET http://127.0.0.1/secret.csv HTTP/1.1\r\n${host}\r\n\r\n`)).toContain('400');
    expect(await firstLine(`GET ../secret.csv HTTP/1.1\r\n${host}\r\n\r\n`)).toContain('400');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses the method %s', async (method) => {
    expect((await ask('/', { method })).status).toBe(405);
  });

  it('refuses names that are not of this machine, and pages of other origins', async () => {
    const { port } = server;
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, '0.0.0.0']) {
      expect((await ask('/api/run', { headers: { host } })).status).toBe(403);
    }
    expect((await ask('/api/run', { headers: { host: `localhost:${port}` } })).status).toBe(200);
    expect((await ask('/api/run', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await ask('/api/run', { headers: { origin: `http://127.0.0.1:${port}` } })).status).toBe(200);
  });

  it('takes the next port when one is in use', async () => {
    const other = await startStudioServer({ appFolder: join(folder, 'app'), port: server.port });
    expect(other.port).toBeGreaterThan(server.port);
    await other.close();
  });
});

describe('a run folder with links', () => {
  const linked = async (name: string, make: (path: string) => void): Promise<StudioServer> => {
    const path = join(folder, name);
    writeSampleRun(path, 3);
    make(path);
    return startStudioServer({ appFolder: join(folder, 'app'), run: new ServedRun(path), port: 0 });
  };
  const answerOf = async (from: StudioServer, path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${from.url}${path}`);
    return { status: response.status, text: await response.text() };
  };

  it('that lead out of it serves neither a trajectory, nor its frames, nor bodies in it', async () => {
    const other = await linked('linked', (path) => {
      rmSync(join(path, 'trajectory.scree'));
      symlinkSync(join(run, 'trajectory.scree'), join(path, 'trajectory.scree'));
      symlinkSync(folder, join(path, 'up.html'));
      symlinkSync(join(run, 'report.html'), join(path, 'linked.html'));
    });
    const described = JSON.parse((await answerOf(other, 'api/run')).text);
    expect(described.hasTrajectory).toBe(false);
    expect(described.noTrajectory).toContain('trajectory.scree: is not a plain file in the run folder');
    const index = JSON.parse((await answerOf(other, 'api/trajectory')).text);
    expect([index.count, index.header]).toEqual([0, undefined]);
    expect((await answerOf(other, 'api/frames/0')).status).toBe(404);
    expect((await answerOf(other, 'api/bodies/5')).status).toBe(404);
    expect(JSON.parse((await answerOf(other, 'api/studio')).text).reports).toEqual([]);
    for (const name of ['linked.html', 'up.html', 'up.html%2fsecret.csv']) {
      expect((await answerOf(other, `api/reports/${name}`)).status).toBe(404);
    }
    await other.close();
  });

  it('stops to serve a trajectory that becomes such a link', async () => {
    const other = await linked('turned', () => {});
    expect(JSON.parse((await answerOf(other, 'api/trajectory')).text).count).toBe(3);
    rmSync(join(folder, 'turned/trajectory.scree'));
    symlinkSync(join(run, 'trajectory.scree'), join(folder, 'turned/trajectory.scree'));
    expect(JSON.parse((await answerOf(other, 'api/trajectory')).text).count).toBe(0);
    expect((await answerOf(other, 'api/frames/0')).status).toBe(404);
    await other.close();
  });

  it('serves what links within it lead to, also where the folder itself is one', async () => {
    const other = await linked('within', (path) => {
      mkdirSync(join(path, 'data'));
      renameSync(join(path, 'trajectory.scree'), join(path, 'data/t'));
      symlinkSync('data/t', join(path, 'trajectory.scree'));
    });
    expect((await answerOf(other, 'api/frames/2')).status).toBe(200);
    await other.close();
    symlinkSync(join(folder, 'within'), join(folder, 'alias'));
    const served = new ServedRun(join(folder, 'alias'));
    served.trajectory.refresh();
    expect(served.trajectory.frames).toHaveLength(3);
  });

  it('is refused when its manifest leads out of it, and shown without names when its scene does', async () => {
    const path = join(folder, 'foreign');
    writeSampleRun(path, 1);
    rmSync(join(path, 'manifest.json'));
    symlinkSync(join(run, 'manifest.json'), join(path, 'manifest.json'));
    expect(() => new ServedRun(path)).toThrow('manifest.json: is not a plain file in the run folder');
    const manifest = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8'));
    rmSync(join(path, 'manifest.json'));
    writeFileSync(join(folder, 'outside.yaml'), 'bodies: []');
    const scene = { ...manifest.scene, file: '../outside.yaml' };
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...manifest, scene }));
    expect(() => new ServedRun(path)).toThrow('scene.file: expected the name of a file in the run folder');
    writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest));
    rmSync(join(path, manifest.scene.file), { force: true });
    symlinkSync(join(folder, 'outside.yaml'), join(path, manifest.scene.file));
    expect(new ServedRun(path).describe()).toMatchObject({ bodyNames: {}, hasTrajectory: true });
  });
});

describe('a run that is being written', () => {
  it('shows its new frames, and says when it was begun again', async () => {
    const growing = join(folder, 'growing');
    writeSampleRun(growing, 1);
    const served = new ServedRun(growing);
    served.trajectory.refresh();
    const { generation } = served.trajectory;
    expect(served.trajectory.frames).toHaveLength(1);
    addSampleFrames(growing, 1, 2);
    served.trajectory.refresh();
    expect(served.trajectory.frames.map(({ time }) => time)).toEqual([0, 0.1, 0.2]);
    expect(served.trajectory.generation).toBe(generation);
    writeSampleRun(growing, 1);
    served.trajectory.refresh();
    expect(served.trajectory.frames).toHaveLength(1);
    expect(served.trajectory.generation).toBeGreaterThan(generation);
  });

  it('that was cut back and went on differently before it was looked at again is begun again', () => {
    const growing = join(folder, 'cut-back');
    writeSampleRun(growing, 3);
    const served = new ServedRun(growing);
    served.trajectory.refresh();
    const { generation } = served.trajectory;
    const path = join(growing, 'trajectory.scree');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, served.trajectory.frames[1]?.at));
    addSampleFrames(growing, 11, 4);
    served.trajectory.refresh();
    expect(served.trajectory.generation).toBeGreaterThan(generation);
    expect(served.trajectory.frames.map(({ step }) => step)).toEqual([0, 110, 120, 130, 140]);
  });

  it('is told by its lock', () => {
    writeFileSync(join(run, 'lock'), `${process.ppid}\n`);
    expect(new ServedRun(run).describe().isRunning).toBe(true);
    rmSync(join(run, 'lock'));
    expect(new ServedRun(run).describe().isRunning).toBe(false);
  });
});
