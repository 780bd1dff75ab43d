import { pause, ServerUnusable } from '@halyard/core';
import { readConnectionString } from '@halyard/event-store';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AdapterConfig } from './adapter-config.js';

const CONNECT_TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;
/** How long to wait for a server that may have been started at the same time. */
const PATIENCE_MS = 10_000;

async function isListening(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(':');
  const socket = connect({ host: address.slice(0, colon), port: Number(address.slice(colon + 1)) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function requireOneOf(setting: string, addresses: readonly string[], patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if ((await Promise.all(addresses.map(isListening))).includes(true)) return;
    if (performance.now() >= deadline) {
      throw new ServerUnusable(`Nobody listens at ${addresses.join(', ')}. Check ${setting}, or start that server.`);
    }
    await pause(PAUSE_MS);
  }
}

/**
 * Checks that Kafka and EventStoreDB listen, if the settings name them. So a start by hand says what is missing,
 * instead of waiting for it. @throws ServerUnusable naming the setting
 */
export async function requireServers(
  { kafkaBrokers, eventstoreUrl }: Pick<AdapterConfig, 'kafkaBrokers' | 'eventstoreUrl'>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  if (kafkaBrokers.length > 0) await requireOneOf('KAFKA_BROKERS', kafkaBrokers, patienceMs);
  if (eventstoreUrl !== undefined) {
    await requireOneOf('EVENTSTORE_URL', readConnectionString(eventstoreUrl).nodes, patienceMs);
  }
}
