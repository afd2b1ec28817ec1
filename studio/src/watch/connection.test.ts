// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, RETRY_MS } from './connection.ts';

describe('Connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const make = (): {
    connection: Connection;
    said: (string | undefined)[];
    server: { error?: Error; asked: number };
  } => {
    const server: { error?: Error; asked: number } = { asked: 0 };
    const said: (string | undefined)[] = [];
    const connection = new Connection({
      probe: async () => {
        server.asked++;
        if (server.error !== undefined) throw server.error;
      },
      onChange: (lost) => said.push(lost),
      onProblem: (message) => said.push(`problem: ${message}`),
    });
    return { connection, said, server };
  };

  it('reports once that it is lost, with the reason, and once that it is back', async () => {
    const { connection, said, server } = make();
    server.error = new TypeError('Failed to fetch');
    await connection.suspect('frame 3');
    await connection.suspect('frame 4');
    expect(said).toEqual(['the server does not answer']);
    server.error = new Error('runs/x holds no run');
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    delete server.error;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(said).toEqual(['the server does not answer', 'runs/x holds no run', undefined]);
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(server.asked).toBe(4);
  });

  it('distinguishes one failed request from a lost connection', async () => {
    const { connection, said } = make();
    await connection.suspect('frame 3 is damaged');
    expect([connection.lost, said]).toEqual([undefined, ['problem: frame 3 is damaged']]);
  });

  it('probes at once on request, and never while paused', async () => {
    const { connection, said, server } = make();
    server.error = new TypeError('Failed to fetch');
    await connection.suspect('frame 3');
    connection.pause();
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(server.asked).toBe(1);
    delete server.error;
    await connection.retry();
    expect(said.at(-1)).toBeUndefined();
  });
});
