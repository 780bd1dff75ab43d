import { EventLog } from './event-log.js';
import { EventStoreDouble } from './eventstore-double.js';
import type { Membership } from './membership.js';

/** Nodes that share one log. One of them leads. A replica is never behind. */
export class EventStoreClusterDouble implements Membership {
  private leading = 0;
  /** Called when somebody asks for the leader while no node leads. */
  private electing: (() => void) | undefined;

  private constructor(readonly members: readonly EventStoreDouble[]) {}

  static async start(size = 3): Promise<EventStoreClusterDouble> {
    const log = new EventLog();
    const members: EventStoreDouble[] = [];
    const cluster = new EventStoreClusterDouble(members);
    for (let node = 0; node < size; node += 1) members.push(new EventStoreDouble({ log, membership: cluster }));
    await Promise.all(members.map((member) => member.start()));
    return cluster;
  }

  get leader(): EventStoreDouble {
    const leader = this.members[this.leading];
    if (!leader) throw new RangeError('A cluster has a leader');
    return leader;
  }

  get leaderPort(): number | undefined {
    this.electing?.();
    return this.electing ? undefined : this.leader.port;
  }

  /** A connection string that names every node. */
  get connectionString(): string {
    return `esdb://${this.members.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** Lets no node lead until one is elected. Resolves once somebody has asked in vain for the leader. */
  beginElection(): Promise<void> {
    return new Promise((resolve) => (this.electing = resolve));
  }

  /** Lets another node lead. The old leader stays in the cluster. */
  elect(): void {
    this.leading = (this.leading + 1) % this.members.length;
    this.electing = undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }
}
