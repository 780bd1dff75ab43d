import type { Projection } from '../projection.js';

/** Projections that fill copies: they read the tables of the copies, where others read those that serve. */
export abstract class CopyProjections {
  /** The projection that fills the copy of a read model. @throws Error if there is no such model */
  abstract of(model: string): Promise<Projection>;
  /** Closes what the projections read with, once there is no copy. */
  abstract close(): Promise<void>;
}
