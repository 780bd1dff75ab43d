import type { Topic } from '@halyard/contracts';
import type { DataSource } from 'typeorm';

/** Place in a history: transaction, then position. Decimal text, since both are 64 bits wide. */
export interface Place {
  readonly xid: string;
  readonly position: string;
}

/** How far a group has come with a topic. */
export interface Checkpoint extends Place {
  /** How often it was set back to the start: what was read before does not count after. */
  readonly rewound: number;
}

/** Where a reader of a topic goes on. */
export interface Progress {
  load(group: string, topic: Topic): Promise<Checkpoint>;
  /**
   * Moves on from a checkpoint.
   *
   * @returns the next one; undefined when the group was rewound or moved on meanwhile
   */
  move(group: string, topic: Topic, from: Checkpoint, to: Place): Promise<Checkpoint | undefined>;
}

export const START: Checkpoint = { xid: '0', position: '0', rewound: 0 };

/** How far groups have come, kept in the consuming service's own schema. */
export class Checkpoints implements Progress {
  constructor(private readonly dataSource: DataSource) {}

  async load(group: string, topic: Topic): Promise<Checkpoint> {
    const [row] = await this.dataSource.query<Checkpoint[]>(
      `SELECT xid::text, position::text, rewound FROM checkpoints WHERE consumer_group = $1 AND topic = $2`,
      [group, topic],
    );
    return row ?? START;
  }

  /** It does not wait for the disk: what a crash of the server takes with it is brought again, as after any crash before this. */
  async move(group: string, topic: Topic, from: Checkpoint, { xid, position }: Place): Promise<Checkpoint | undefined> {
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
      [group, topic, START.xid, START.position],
    );
  }
}
