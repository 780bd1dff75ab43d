import { once } from 'node:events';
import type { SuiteProcess } from '@halyard/e2e/suite-process';
import { waitFor } from '@halyard/testing/waiting';
import type { CpuProfile } from './profile-summary.ts';

/**
 * Settings for a suite that can be inspected: a signal opens its inspector, on any port. Until then it costs nothing.
 */
export const inspectable = { NODE_OPTIONS: '--inspect-port=0' };

const SAMPLE_US = 500;

interface InspectorReply {
  readonly id: number;
  readonly result: {
    readonly profile?: CpuProfile;
    readonly result?: { readonly value: number };
    readonly usedSize?: number;
  };
}

/** A connection to the inspector of a process. */
interface Inspector {
  readonly ask: (method: string, params?: object) => Promise<InspectorReply['result']>;
  readonly close: () => void;
}

async function inspect(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: InspectorReply['result']) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as InspectorReply;
    waiting.get(id)?.(result);
  });
  socket.addEventListener('error', () => {
    throw new Error('the inspector is not to be reached');
  });
  await once(socket, 'open');
  const ask = (method: string, params = {}): Promise<InspectorReply['result']> =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { ask, close: () => socket.close() };
}

async function inspectorsOf(suite: SuiteProcess, pids: readonly number[]): Promise<[number, Inspector][]> {
  for (const pid of pids) process.kill(pid, 'SIGUSR1');
  const urls = await waitFor('the inspectors', async () => {
    const found = new Set((await suite.log()).match(/ws:\/\/127\.0\.0\.1:\d+\/[0-9a-f-]+/g));
    return found.size >= pids.length && [...found];
  });
  const inspectors = new Map<number, Inspector>();
  for (const url of urls) {
    const inspector = await inspect(url);
    const { result } = await inspector.ask('Runtime.evaluate', { expression: 'process.pid' });
    inspectors.set(result?.value ?? 0, inspector);
  }
  return [...inspectors].filter(([pid]) => pids.includes(pid));
}

/** Starts profiling processes of a suite. @returns a function that ends it and returns the profile of each */
export async function startProfile(
  suite: SuiteProcess,
  pids: readonly number[],
): Promise<() => Promise<ReadonlyMap<number, CpuProfile>>> {
  const inspectors = await inspectorsOf(suite, pids);
  await Promise.all(
    inspectors.map(async ([, inspector]) => {
      await inspector.ask('Profiler.enable');
      await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_US });
      await inspector.ask('Profiler.start');
    }),
  );
  return async () => {
    const profiles = new Map<number, CpuProfile>();
    for (const [pid, inspector] of inspectors) {
      const { profile: taken } = await inspector.ask('Profiler.stop');
      if (taken) profiles.set(pid, taken);
      inspector.close();
    }
    return profiles;
  };
}

/** Bytes in use in a process's heap after a full garbage collection. */
export async function livingBytes(suite: SuiteProcess, pid: number): Promise<number> {
  let bytes = 0;
  for (const [, inspector] of await inspectorsOf(suite, [pid])) {
    await inspector.ask('HeapProfiler.collectGarbage');
    const { usedSize = 0 } = await inspector.ask('Runtime.getHeapUsage');
    bytes += usedSize;
    inspector.close();
  }
  return bytes;
}
