import type { Position } from './event-store.js';

export interface StreamSnapshot {
  /** Version of the codec that wrote the snapshot. A snapshot of another version is ignored. */
  readonly codecVersion: number;
  readonly revision: number;
  /**
   * Position of the event at that revision. If the stream's event has another position, the snapshot is of another
   * history and is ignored.
   */
  readonly position: Position;
  /** The state as JSON, made by the codec. */
  readonly state: unknown;
}

/** Turns a state into JSON and back. Raise `version` whenever the JSON, or the result of `evolve`, changes. */
export interface StateCodec<State> {
  readonly version: number;
  /** Turns a state into JSON that shares no object with it: the state changes before the snapshot is written. */
  readonly toJson: (state: State) => unknown;
  /** Makes a new state on each call: deciders may fold events into it in place. */
  readonly fromJson: (json: unknown) => State;
}

/**
 * Snapshots, which save replaying long streams. They may be missing, old or unavailable at any time: nothing is lost
 * without them.
 */
export abstract class Snapshots {
  abstract load(stream: string): Promise<StreamSnapshot | undefined>;
  /** Saves a stream's newest snapshot. If a newer one of the same codec version is stored, nothing changes. */
  abstract save(stream: string, snapshot: StreamSnapshot): Promise<void>;
}
