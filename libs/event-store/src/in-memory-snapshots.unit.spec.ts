import { InMemorySnapshots } from './in-memory-snapshots.js';
import { snapshotsBehaviour } from './snapshots.behaviour.js';

snapshotsBehaviour('InMemorySnapshots', () => Promise.resolve(new InMemorySnapshots()));
