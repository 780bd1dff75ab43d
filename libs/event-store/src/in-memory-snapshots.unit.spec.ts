import { InMemorySnapshots } from './in-memory-snapshots.js';
import { snapshotsBehaviour } from '../test/snapshots.behaviour.js';

snapshotsBehaviour('InMemorySnapshots', () => Promise.resolve(new InMemorySnapshots()));
