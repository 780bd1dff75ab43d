export interface ProposedEvent {
  readonly id: string;
  /** The metadata that the server stores itself: `type` and `content-type`. */
  readonly properties: readonly (readonly [string, string])[];
  readonly data: Uint8Array;
  readonly customMetadata: Uint8Array;
}

export interface RecordedEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}
