import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@halyard/core';
import type { EventStore } from '@halyard/event-store';
import { startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { type Latency, latencyText, Times } from './times.ts';

const WARM_UP_MS = 1_000;

export const logger = createLogger({ service: 'bench', level: 'error' });

/** Starts a Postgres of its own, every commit on disk. @returns its URL, its folder, and a function that removes both */
export async function openPostgres() {
  const dir = await mkdtemp(join(tmpdir(), 'halyard-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), logger });
  const remove = async (): Promise<void> => {
    await server.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  return { url: server.url, dir, remove };
}

interface Figures extends Latency {
  readonly perSecond: number;
}

/** Runs `work` in `callers` loops for a time, after a warm-up whose figures are discarded. */
export async function measure(work: () => Promise<unknown>, callers: number, runMs: number): Promise<Figures> {
  const times = new Times();
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + runMs;
  const caller = async (): Promise<void> => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await work();
      const to = performance.now();
      if (from >= begin && to <= end) times.add(to - from);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const { latency } = times;
  return { ...latency, perSecond: Math.round((latency.count / runMs) * 1_000) };
}

export const row = (name: string, { perSecond, ...times }: Figures): string =>
  `${name.padEnd(58)} ${String(perSecond).padStart(8)}/s   ${latencyText(times)}`;

export const hold = () => ({
  id: newId(),
  type: 'HoldPlaced',
  data: { holdId: randomUUID(), amount: { minor: '12345', currency: 'USD' }, at: '2026-01-05T15:00:00.000Z' },
  metadata: { operationId: randomUUID() },
});

/** Appends an event. Each stream is written by one caller at a time, as a process that owns it would. */
export function appendToOwnStreams(store: EventStore, callers: number): () => Promise<void> {
  const free: { readonly stream: string; readonly expected: number | 'no-stream' }[] = Array.from(
    { length: callers },
    () => ({ stream: `balance-${newId()}`, expected: 'no-stream' }),
  );
  return async () => {
    const own = free.pop();
    if (!own) throw new Error('there are more callers than streams');
    const { revision } = await store.append({ ...own, events: [hold()] });
    free.push({ stream: own.stream, expected: revision });
  };
}
