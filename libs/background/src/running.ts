/** Work that goes on until it is stopped. */
export interface Running {
  /** Resolves once nothing is being done and nothing will be. */
  stop(): Promise<void>;
}
