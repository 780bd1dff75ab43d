import type { Topic } from '@halyard/contracts';
import type { DataSource } from 'typeorm';

/** A place in a history: transaction id, then position. Both have 64 bits, so they are decimal text. */
export interface HistoryPosition {
  readonly xid: string;
  readonly position: string;
}

export interface GroupOffset extends HistoryPosition {
  /** How often the group was set back to the start. Progress that was made before the last time does not count. */
  readonly rewound: number;
}

export interface OffsetStore {
  load(group: string, topic: Topic): Promise<GroupOffset>;
  /**
   * Moves a group's offset. @returns the next offset; undefined if the group was rewound, or another process moved it
   */
  move(group: string, topic: Topic, from: GroupOffset, to: HistoryPosition): Promise<GroupOffset | undefined>;
}

export const FIRST_OFFSET: GroupOffset = { xid: '0', position: '0', rewound: 0 };

/** The name under which a relay's position in its history is stored. */
export const RELAY_GROUP = 'relay';

/** Offsets of groups, stored in the consuming service's own schema. */
export class GroupOffsets implements OffsetStore {
  constructor(private readonly dataSource: DataSource) {}

  async load(group: string, topic: Topic): Promise<GroupOffset> {
    const [row] = await this.dataSource.query<GroupOffset[]>(
      `SELECT xid::text, position::text, rewound FROM checkpoints WHERE consumer_group = $1 AND topic = $2`,
      [group, topic],
    );
    return row ?? FIRST_OFFSET;
  }

  /** Commits without waiting for the disk. If a crash loses the offset, the events come again. */
  async move(
    group: string,
    topic: Topic,
    from: GroupOffset,
    { xid, position }: HistoryPosition,
  ): Promise<GroupOffset | undefined> {
    const moved = await this.dataSource.query<unknown[]>(
      `INSERT INTO checkpoints AS c (consumer_group, topic, xid, position, rewound) VALUES ($1, $2, $3, $4, $7)
       ON CONFLICT (consumer_group, topic) DO UPDATE SET xid = excluded.xid, position = excluded.position
       WHERE c.xid = $5 AND c.position = $6 AND c.rewound = $7
       RETURNING set_config('synchronous_commit', 'off', true)`,
      [group, topic, xid, position, from.xid, from.position, from.rewound],
    );
    return moved.length > 0 ? { xid, position, rewound: from.rewound } : undefined;
  }

  async rewind(group: string, topic: Topic): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO checkpoints AS c (consumer_group, topic, xid, position, rewound) VALUES ($1, $2, $3, $4, 1)
       ON CONFLICT (consumer_group, topic) DO UPDATE
       SET xid = excluded.xid, position = excluded.position, rewound = c.rewound + 1`,
      [group, topic, FIRST_OFFSET.xid, FIRST_OFFSET.position],
    );
  }
}
