import type { DataSource, EntityManager } from 'typeorm';

/** A consumer's rebuild between the loss of its progress and the rewinding of the bus: a row stands for what is to be done. */
export class Rebuilds {
  constructor(
    private readonly dataSource: DataSource,
    private readonly consumer: string,
  ) {}

  /** Keeps deliveries out until the transaction ends: each either had its effect before, or comes again after it. */
  async begin(tx: EntityManager): Promise<void> {
    await tx.query(`LOCK TABLE inbox IN EXCLUSIVE MODE`);
    await tx.query(
      `INSERT INTO rebuilds (consumer) VALUES ($1) ON CONFLICT (consumer) DO UPDATE SET id = excluded.id`,
      [this.consumer],
    );
  }

  async isDue(): Promise<boolean> {
    return (await this.begun()) !== undefined;
  }

  /** Does `work`, which may be done twice, if it is due; a rebuild that is begun meanwhile stays due. */
  async finish(work: () => Promise<void>): Promise<void> {
    const id = await this.begun();
    if (id === undefined) return;
    await work();
    await this.dataSource.query(`DELETE FROM rebuilds WHERE consumer = $1 AND id = $2`, [this.consumer, id]);
  }

  private async begun(): Promise<string | undefined> {
    const sql = `SELECT id FROM rebuilds WHERE consumer = $1`;
    const [row] = await this.dataSource.query<{ id: string }[]>(sql, [this.consumer]);
    return row?.id;
  }
}
