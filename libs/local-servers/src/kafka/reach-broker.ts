import { connect } from 'node:net';
import { pause } from '@halyard/core';
import type { Keeper } from '../process/local-server.js';
import { isAlive } from '../process/running-process.js';
import { Kafka, logLevel } from '@halyard/messaging/kafkajs';
import { loginOf } from './broker-user.js';
import type { KafkaUser } from './local-kafka.js';

/** Pause before the next try, in milliseconds: a port closes a moment before its process is gone. */
const AGAIN_MS = 100;
const CONNECT_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 5_000;

/** Resolves once the broker at the port accepts requests and its controller has admitted it. */
async function prove(port: number, clusterId: string, user: KafkaUser | undefined): Promise<void> {
  const admin = new Kafka({
    clientId: 'halyard-keeper',
    brokers: [`127.0.0.1:${port}`],
    ...loginOf(user),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  }).admin();
  try {
    await admin.connect();
    const reached = await admin.describeCluster();
    if (reached.clusterId !== clusterId) throw new Error(`port ${port} is that of another Kafka cluster`);
    if (reached.brokers.length === 0) throw new Error('the controller has not admitted the broker yet');
  } finally {
    await admin.disconnect();
  }
}

/** Notices the end by an open connection, which is free. The broker closes silent ones; this opens them again. */
async function follow(port: number, pid: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isAlive(pid)) {
    const socket = connect({ port, host: '127.0.0.1', signal });
    await new Promise((resolve) => socket.unref().resume().on('error', resolve).once('close', resolve));
    await pause(AGAIN_MS, signal);
  }
}

/**
 * Connects to the broker of a storage, and proves that it is that one.
 * @throws an error of the driver while no broker answers, and one of ours if it is another's broker
 */
export async function reachBroker(
  port: number,
  pid: number,
  clusterId: string,
  user: KafkaUser | undefined,
): Promise<Keeper> {
  await prove(port, clusterId, user);
  const closing = new AbortController();
  return {
    lost: follow(port, pid, closing.signal),
    close: () => Promise.resolve(closing.abort()),
  };
}
