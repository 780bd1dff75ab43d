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

/** Messages that are their keys' next ones, wherever that may be. */
export interface Turn {
  readonly events: readonly CloudEvent[];
  readonly moved: readonly { readonly key: string; readonly before: number; readonly after: number }[];
}

/** What a batch comes to if each key stands right before its first message; undefined where something is out of turn even then. */
export function turnOf(messages: readonly Placed[]): Turn | undefined {
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
