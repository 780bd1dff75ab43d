import type { CloudEvent } from '@halyard/contracts';
import { MalformedEvent } from '@halyard/contracts/topics';
import type { SequencedMessage } from './incoming.js';

export interface KeyState {
  /** Sequence of the last handled event; 0 before the first event. */
  readonly sequence: number;
  /** Whether messages of the key are waiting. Later ones then queue behind these. */
  readonly waits: boolean;
}

interface BlockedMessage {
  readonly message: SequencedMessage;
  readonly error: MalformedEvent;
}

/** The plan for the messages of a batch. It follows from the progress of their keys. */
interface BatchPlan {
  /** Events to handle, in order of arrival. The events of a key are in sequence and without a gap. */
  readonly apply: readonly CloudEvent[];
  /** The new last sequence of each key in `apply`. */
  readonly advanced: ReadonlyMap<string, number>;
  /** Messages to store for later. They are malformed, or they come behind waiting messages or a missing one. */
  readonly hold: readonly SequencedMessage[];
  /** The messages of `hold` that are malformed but next for their keys. */
  readonly blocked: readonly BlockedMessage[];
  /** How many messages were already handled. */
  readonly duplicates: number;
}

interface Lane {
  sequence: number;
  blocked: boolean;
  readonly ahead: Map<number, SequencedMessage>;
}

/** Sorts a batch of one topic into messages to handle now, messages that wait, and duplicates. */
export function planBatch(messages: readonly SequencedMessage[], states: ReadonlyMap<string, KeyState>): BatchPlan {
  const lanes = new Map<string, Lane>();
  const apply: CloudEvent[] = [];
  const advanced = new Map<string, number>();
  const blocked: BlockedMessage[] = [];
  let duplicates = 0;

  const laneOf = (key: string): Lane => {
    const known = lanes.get(key);
    if (known) return known;
    const { sequence = 0, waits = false } = states.get(key) ?? {};
    const lane = { sequence, blocked: waits, ahead: new Map<number, SequencedMessage>() };
    lanes.set(key, lane);
    return lane;
  };

  const advance = (key: string, lane: Lane): void => {
    for (;;) {
      const message = lane.ahead.get(lane.sequence + 1);
      if (!message || lane.blocked) return;
      if (message.content instanceof MalformedEvent) {
        lane.blocked = true;
        blocked.push({ message, error: message.content });
        return;
      }
      lane.ahead.delete(message.sequence);
      lane.sequence = message.sequence;
      apply.push(message.content);
      advanced.set(key, message.sequence);
    }
  };

  for (const message of messages) {
    const lane = laneOf(message.key);
    if (message.sequence <= lane.sequence || lane.ahead.has(message.sequence)) {
      duplicates += 1;
      continue;
    }
    lane.ahead.set(message.sequence, message);
    advance(message.key, lane);
  }
  const hold = [...lanes.values()].flatMap(({ ahead }) => [...ahead.values()]);
  return { apply, advanced, hold, blocked, duplicates };
}

/** A batch in which every message is the next one of its key. */
export interface Turn {
  readonly events: readonly CloudEvent[];
  readonly moved: readonly { readonly key: string; readonly before: number; readonly after: number }[];
}

/**
 * Plans a batch under the assumption that each key's first message is its next one. @returns undefined if, even so, a
 * message is out of order
 */
export function turnOf(messages: readonly SequencedMessage[]): Turn | undefined {
  const states = new Map<string, KeyState>();
  for (const { key, sequence } of messages) {
    if (!states.has(key)) states.set(key, { sequence: sequence - 1, waits: false });
  }
  const { apply, advanced, hold, duplicates } = planBatch(messages, states);
  if (hold.length > 0 || duplicates > 0) return undefined;
  const moved = [...states].map(([key, { sequence }]) => ({
    key,
    before: sequence,
    after: advanced.get(key) ?? sequence,
  }));
  return { events: apply, moved };
}
