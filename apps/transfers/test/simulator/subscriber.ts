import type { CloudEvent } from '@halyard/contracts';
import type { Parts } from './parts.js';
import type { Random } from './random.js';
import { type Row, textOf } from './rows.js';
import type { Tables } from './tables.js';

type PlannedMessage = Parameters<Parts['planBatch']>[0][number];

/** How far events get out of order, and how many come at once. */
const WINDOW = 12;
const BATCH_MAX = 6;

/** Another service that consumes events about transfers, from a bus that delivers events twice and out of order. */
export class Subscriber {
  /** Key -> types, in the order in which they took effect. */
  readonly heard = new Map<string, string[]>();
  private readonly sequences = new Map<string, number>();
  private waiting: PlannedMessage[] = [];
  private readonly brought = new Set<Row>();

  constructor(
    private readonly planBatch: Parts['planBatch'],
    private readonly tables: Tables,
    private readonly random: Random,
  ) {}

  get isDone(): boolean {
    return this.brought.size === this.tables.history.length;
  }

  /** Number of events that wait for earlier ones. */
  get held(): number {
    return this.waiting.length;
  }

  /** Delivers a batch: some new events in any order, and now and then an old one again. */
  hear(): void {
    const { history } = this.tables;
    const fresh = history.filter((row) => !this.brought.has(row)).slice(0, WINDOW);
    const batch = this.random.shuffled(fresh).slice(0, 1 + this.random.int(BATCH_MAX));
    if (history.length > 0 && this.random.chance(30)) batch.push(this.random.pick(history));
    for (const row of batch) this.brought.add(row);
    const messages = [...this.waiting, ...batch.map(placed)];
    const states = new Map([...this.sequences].map(([key, sequence]) => [key, { sequence, waits: false }]));
    const { apply, advanced, hold } = this.planBatch(messages, states);
    for (const { partitionkey, type } of apply) {
      const types = this.heard.get(partitionkey) ?? [];
      this.heard.set(partitionkey, types);
      types.push(type);
    }
    for (const [key, sequence] of advanced) this.sequences.set(key, sequence);
    this.waiting = [...hold];
  }
}

function placed({ key, sequence, type, data }: Row): PlannedMessage {
  const place = { key: textOf(key), sequence: Number(sequence) };
  const content = { partitionkey: place.key, sequence: place.sequence, type, data } as unknown as CloudEvent;
  return { ...place, message: content, content };
}
