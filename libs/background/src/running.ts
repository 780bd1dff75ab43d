export interface Worker {
  /** Resolves once the work has stopped for good. */
  stop(): Promise<void>;
}
