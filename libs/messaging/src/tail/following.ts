import type { Topic } from '@halyard/contracts';
import { type GroupOffset, type HistoryPosition, type OffsetStore, FIRST_OFFSET } from './group-offsets.js';

/**
 * One process's progress with a topic, in memory only. It reports when it reaches the end that the topic had at the
 * start.
 */
export class FollowedOffset implements OffsetStore {
  readonly caughtUp: Promise<void>;
  private at: GroupOffset = FIRST_OFFSET;
  private goal: HistoryPosition | undefined;
  private reached = (): void => undefined;

  /** @param endOf gives the topic's end. It is asked once, at the start, and rejects while it can't answer */
  constructor(private readonly endOf: (topic: Topic) => Promise<HistoryPosition>) {
    this.caughtUp = new Promise((resolve) => (this.reached = resolve));
  }

  async load(_group: string, topic: Topic): Promise<GroupOffset> {
    this.goal ??= await this.endOf(topic);
    this.look(this.goal);
    return this.at;
  }

  move(_group: string, _topic: Topic, from: GroupOffset, to: HistoryPosition): Promise<GroupOffset> {
    this.at = { xid: to.xid, position: to.position, rewound: from.rewound };
    if (this.goal) this.look(this.goal);
    return Promise.resolve(this.at);
  }

  private look(goal: HistoryPosition): void {
    if (isAtOrAfter(this.at, goal)) this.reached();
  }
}

function isAtOrAfter(a: HistoryPosition, b: HistoryPosition): boolean {
  const [xid, goalXid] = [BigInt(a.xid), BigInt(b.xid)];
  return xid === goalXid ? BigInt(a.position) >= BigInt(b.position) : xid > goalXid;
}
