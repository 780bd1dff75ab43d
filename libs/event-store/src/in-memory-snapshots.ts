import type { StreamSnapshot } from './snapshots.js';
import { Snapshots } from './snapshots.js';

interface MemorySnapshot extends Omit<StreamSnapshot, 'state'> {
  readonly state: string;
}

/** A fake in memory. States pass through JSON, as in a real store. */
export class InMemorySnapshots extends Snapshots {
  private readonly kept = new Map<string, MemorySnapshot>();

  load(stream: string): Promise<StreamSnapshot | undefined> {
    const kept = this.kept.get(stream);
    if (!kept) return Promise.resolve(undefined);
    const state: unknown = JSON.parse(kept.state);
    return Promise.resolve({ ...kept, state });
  }

  save(stream: string, snapshot: StreamSnapshot): Promise<void> {
    const kept = this.kept.get(stream);
    const older = kept?.codecVersion === snapshot.codecVersion && snapshot.revision < kept.revision;
    if (!older) this.kept.set(stream, { ...snapshot, state: JSON.stringify(snapshot.state) });
    return Promise.resolve();
  }
}
