import { type Keeper } from '../process/local-server.js';
import { isAlive } from '../process/running-process.js';
import { Kafka, logLevel } from 'kafkajs';

const POLL_MS = 100;
const CONNECT_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 5_000;

/** Resolves once the broker of the port takes requests, and has been admitted by its controller. */
async function prove(port: number, clusterId: string): Promise<void> {
  const admin = new Kafka({
    clientId: 'halyard-keeper',
    brokers: [`127.0.0.1:${port}`],
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

function whenGone(pid: number): Keeper {
  let close = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!isAlive(pid)) close();
    }, POLL_MS).unref();
    close = () => {
      clearInterval(timer);
      resolve();
    };
  });
  return {
    lost,
    close: () => {
      close();
      return Promise.resolve();
    },
  };
}

/**
 * Reaches the broker of a storage, and proves that it is that one.
 *
 * @throws an error of the driver while there is no broker that answers, and one of ours while it is another's
 */
export async function reachBroker(port: number, pid: number, clusterId: string): Promise<Keeper> {
  await prove(port, clusterId);
  return whenGone(pid);
}
