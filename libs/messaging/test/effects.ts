import type { CloudEvent, Topic } from '@halyard/contracts';
import type { PipelineStep } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { type EffectInSteps, EventConsumer } from '../src/index.js';

export const createEffects = (dataSource: DataSource): Promise<unknown> =>
  dataSource.query(`CREATE TABLE effects (id bigserial PRIMARY KEY, consumer text, key text, sequence int)`);

/** The `key:sequence` names of the events that a consumer wrote down, in order. */
export async function effectsOf(dataSource: DataSource, consumer: string, key?: string): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT key || ':' || sequence AS name FROM effects
     WHERE consumer = $1 AND ($2::text IS NULL OR key = $2) ORDER BY id`,
    [consumer, key],
  );
  return rows.map(({ name }) => name);
}

/** Writes down the events that it handles; a test may make it fail. */
export class Recorder extends EventConsumer {
  readonly topics: readonly Topic[] = ['customers.events.v1'];
  batches = 0;
  before: (event: CloudEvent) => void | Promise<void> = () => undefined;

  constructor(readonly name: string) {
    super();
  }

  async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    this.batches += 1;
    for (const event of events) {
      await this.before(event);
      const sql = `INSERT INTO effects (consumer, key, sequence) VALUES ($1, $2, $3)`;
      await tx.query(sql, [this.name, event.partitionkey, event.sequence]);
    }
  }
}

/** Writes down the same events, but in steps. */
export class SteppedRecorder extends Recorder {
  /** The answers of each finished exchange; undefined if its outcome is unknown. */
  readonly ends: (readonly (string | null)[] | undefined)[] = [];
  /** More steps, which run after those of the events. */
  more: readonly PipelineStep[] = [];

  override effectOf(events: readonly CloudEvent[]): EffectInSteps {
    const steps = events.map(({ partitionkey, sequence }) => ({
      statement: RECORD_STEP,
      values: [this.name, partitionkey, sequence.toString()],
    }));
    return { steps: [...steps, ...this.more], onEnd: (answers) => this.ends.push(answers) };
  }
}

const RECORD_STEP = {
  name: 'record-effect',
  text: 'INSERT INTO effects (consumer, key, sequence) VALUES ($1, $2, $3) RETURNING key',
};
