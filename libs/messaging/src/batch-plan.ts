import { type CloudEvent, MalformedEvent } from '@halyard/contracts';
import type { Placed } from './incoming.js';

/** Where a consumer stands with one key. */
export interface KeyState {
  /** Of the last event that has had its effect; 0 before the first. */
  readonly sequence: number;
  /** Messages of the key wait: later ones queue up behind them. */
  readonly waits: boolean;
}

export interface Blocked {
  readonly message: Placed;
  readonly error: MalformedEvent;
}

/** What a batch comes to, given where its keys stand. */
export interface BatchPlan {
  /** To be handled, in the order of arrival; each key's in sequence and without a gap. */
  readonly apply: readonly CloudEvent[];
  /** New last sequence of each key in `apply`. */
  readonly advanced: ReadonlyMap<string, number>;
  /** To be kept until their turn: behind others that wait, ahead of a gap, or not to be understood. */
  readonly hold: readonly Placed[];
  /** Those of `hold` whose turn it is, but which cannot be understood. */
  readonly blocked: readonly Blocked[];
  /** Had before. */
  readonly duplicates: number;
}

interface Lane {
  sequence: number;
  blocked: boolean;
  readonly ahead: Map<number, Placed>;
}

/** Sorts a batch of one topic: what can be handled now, what waits, what was had before. Pure. */
export function planBatch(messages: readonly Placed[], states: ReadonlyMap<string, KeyState>): BatchPlan {
  const lanes = new Map<string, Lane>();
  const apply: CloudEvent[] = [];
  const advanced = new Map<string, number>();
  const blocked: Blocked[] = [];
  let duplicates = 0;

  const laneOf = (key: string): Lane => {
    const known = lanes.get(key);
    if (known) return known;
    const { sequence = 0, waits = false } = states.get(key) ?? {};
    const lane = { sequence, blocked: waits, ahead: new Map<number, Placed>() };
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
