import { Kafka, logLevel } from '@halyard/messaging/kafkajs';
import type { RetryOptions } from 'kafkajs';
import { WAIT_MS } from '../patience.js';

const PAUSE_MS = 500;
/** Many retries: a broker that has just restarted is still loading its coordinators. */
const patient: RetryOptions = { initialRetryTime: 50, maxRetryTime: PAUSE_MS, retries: WAIT_MS / PAUSE_MS };

const clientOf = (brokers: string, retry = patient): Kafka =>
  new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING, retry });

/** Sends values to a topic. Resolves once all of them are acknowledged. */
export async function send(
  brokers: string,
  topic: string,
  values: readonly string[],
  retry: RetryOptions = patient,
): Promise<void> {
  const producer = clientOf(brokers, retry).producer();
  await producer.connect();
  try {
    for (const value of values) await producer.send({ topic, acks: -1, messages: [{ value }] });
  } finally {
    await producer.disconnect();
  }
}

/** Creates a topic with one partition, and appends the values. It tries until the broker knows the topic. */
export async function produce(brokers: string, topic: string, values: readonly string[]): Promise<void> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: false });
  await admin.disconnect();
  await send(brokers, topic, values);
}

/** Reads the first values of a topic, as a new group whose session lasts six seconds. */
export async function consume(brokers: string, topic: string, count: number): Promise<string[]> {
  // A stop waits for the open fetch, so a fetch is kept short.
  const consumer = clientOf(brokers).consumer({ groupId: topic, sessionTimeout: 6_000, maxWaitTimeInMs: 100 });
  // By offset, so that nothing counts twice: a consumer that was silent for longer than its session begins again.
  const values = new Map<string, string>();
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    // If the consumer restarts by itself, the broker has just restarted, and the crash is no failure.
    consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || reject(payload.error));
    consumer
      .run({
        eachMessage: ({ message }) => {
          values.set(message.offset, String(message.value));
          if (values.size >= count) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return [...values.values()];
}
