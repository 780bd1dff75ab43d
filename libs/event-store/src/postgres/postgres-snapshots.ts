import type { DataSource } from 'typeorm';
import type { StreamSnapshot } from '../snapshots.js';
import { Snapshots } from '../snapshots.js';

interface Row {
  readonly codec_version: number;
  readonly revision: number;
  readonly position: string;
  readonly state: unknown;
}

/** Snapshots in the service's own Postgres, wherever its streams are stored. */
export class PostgresSnapshots extends Snapshots {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async load(stream: string): Promise<StreamSnapshot | undefined> {
    const [row] = await this.dataSource.query<Row[]>(
      'SELECT codec_version, revision, position, state FROM snapshots WHERE stream = $1',
      [stream],
    );
    if (!row) return undefined;
    const { codec_version: codecVersion, revision, position, state } = row;
    return { codecVersion, revision, position: BigInt(position), state };
  }

  async save(stream: string, { codecVersion, revision, position, state }: StreamSnapshot): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO snapshots AS kept (stream, codec_version, revision, position, state) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (stream) DO UPDATE
       SET codec_version = excluded.codec_version, revision = excluded.revision, position = excluded.position,
           state = excluded.state, saved_at = now()
       WHERE kept.codec_version <> excluded.codec_version OR kept.revision <= excluded.revision`,
      [stream, codecVersion, revision, position, JSON.stringify(state)],
    );
  }
}
