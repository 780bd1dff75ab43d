import type { EncodedAppend } from '../encoded-append.js';
import type { AppendResult } from '../event-store.js';
import { EventStoreUnavailable, WrongExpectedRevision } from '../event-store.js';
import type { Namespace } from '../namespace.js';
import type { AppendAnswer } from './batch-append.js';
import { BatchAppend } from './batch-append.js';
import type { Connection } from './connection.js';
import type { Reader } from './reader.js';
import { eventsMissing } from './trouble.js';

/** Makes single appends over one open call, and repeats appends that were lost over a new call. */
export class Appender {
  private call: Promise<BatchAppend> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly reader: Reader,
    private readonly namespace: Namespace,
  ) {}

  /** @throws WrongExpectedRevision, EventStoreUnavailable, AppendRefused */
  readonly commit = async (append: EncodedAppend): Promise<AppendResult> => {
    const answer = await this.connection.calling((leftMs) => this.send(append, leftMs));
    if (answer === 'stream-deleted') throw eventsMissing(append.stream);
    const refused = answer === 'wrong-expected-version';
    const revision = append.expected + append.events.length;
    // A deleted stream begins anew after the revisions of its former events.
    if (!refused && answer.revision !== revision) throw eventsMissing(append.stream);
    if (!refused && answer.position !== undefined) return { revision, position: answer.position };
    const standing = await this.standing(append);
    if (standing) return standing;
    if (refused) throw new WrongExpectedRevision(append.stream);
    throw new EventStoreUnavailable(`The event store took an append to ${append.stream} that it does not show`);
  };

  private async send(append: EncodedAppend, leftMs: () => number): Promise<AppendAnswer> {
    this.call ??= this.open();
    const call = await this.call;
    leftMs(); // throws, before anything is sent, if the caller has given up
    return call.append({ ...append, stream: this.namespace.stored(append.stream) });
  }

  private async open(): Promise<BatchAppend> {
    try {
      return new BatchAppend(await this.connection.batchAppend(), () => (this.call = undefined));
    } catch (error) {
      this.call = undefined;
      throw error;
    }
  }

  /** Whether exactly this append is stored at the expected revision. */
  private async standing({ stream, expected, events }: EncodedAppend): Promise<AppendResult | undefined> {
    const ids = events.map(({ id }) => id);
    let last: AppendResult | undefined;
    for await (const stored of this.reader.stream(stream, { from: expected + 1, count: ids.length })) {
      if (stored.id !== ids.shift()) return undefined;
      last = { revision: stored.revision, position: stored.position };
    }
    return ids.length === 0 ? last : undefined;
  }
}
