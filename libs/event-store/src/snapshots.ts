import type { Position } from './event-store.js';

/** A stream's folded state at one of its revisions. */
export interface Snapshot {
  /** Version of the codec that wrote it; another version's is ignored. */
  readonly codecVersion: number;
  readonly revision: number;
  /** Position of the event at that revision: a snapshot of another history is told by it, and ignored. */
  readonly position: Position;
  /** JSON, as the codec made it. */
  readonly state: unknown;
}

/** How a state becomes JSON and comes back. Raise `version` whenever the JSON, or what `evolve` folds, changes. */
export interface StateCodec<State> {
  readonly version: number;
  /** Shares nothing with the state that folding changes: it is written down later. */
  readonly toJson: (state: State) => unknown;
  /** Makes a state that shares nothing with other calls: deciders may fold in place. */
  readonly fromJson: (json: unknown) => State;
}

/** A cache that spares long streams their replay. Nothing is lost with it: it may be empty, old or away at any time. */
export abstract class Snapshots {
  abstract load(stream: string): Promise<Snapshot | undefined>;
  /** Keeps the newest of each stream; an older one of the same codec version changes nothing. */
  abstract save(stream: string, snapshot: Snapshot): Promise<void>;
}
