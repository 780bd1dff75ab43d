import type { Position } from './event-store.js';

export interface StreamSnapshot {
  /** Version of the codec that wrote it. Snapshots of another version are ignored. */
  readonly codecVersion: number;
  readonly revision: number;
  /** Position of the event at that revision. If it differs, the snapshot is of another history and is ignored. */
  readonly position: Position;
  /** JSON made by the codec. */
  readonly state: unknown;
}

/** Turns a state into JSON and back. Raise `version` whenever the JSON, or the result of `evolve`, changes. */
export interface StateCodec<State> {
  readonly version: number;
  /** Must share nothing with the state, which changes before the snapshot is written. */
  readonly toJson: (state: State) => unknown;
  /** Must share nothing between calls: deciders may fold in place. */
  readonly fromJson: (json: unknown) => State;
}

/** Saves replaying long streams. It may be empty, stale or unavailable at any time: nothing is lost with it. */
export abstract class Snapshots {
  abstract load(stream: string): Promise<StreamSnapshot | undefined>;
  /** Keeps the newest of each stream; an older one of the same codec version changes nothing. */
  abstract save(stream: string, snapshot: StreamSnapshot): Promise<void>;
}
