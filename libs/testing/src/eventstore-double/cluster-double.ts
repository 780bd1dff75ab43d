import { EventLog } from './event-log.js';
import { EventStoreDouble } from './eventstore-double.js';
import type { Membership } from './membership.js';

/** Nodes that share one log. One of them leads; a replica is never behind. */
export class EventStoreClusterDouble implements Membership {
  private leading = 0;
  /** Called while no node leads, when somebody asks for the leader. */
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

  /** Names every node. */
  get connectionString(): string {
    return `esdb://${this.members.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** From now on no node leads, until one is elected. Resolves once somebody has asked in vain for the leader. */
  beginElection(): Promise<void> {
    return new Promise((resolve) => (this.electing = resolve));
  }

  /** From now on another node leads; the old leader stays in the cluster. */
  elect(): void {
    this.leading = (this.leading + 1) % this.members.length;
    this.electing = undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }
}
