import { type ChannelListener, type DatabaseSession, sessionOf, type SessionUse } from '@halyard/persistence';
import type { DataSource } from 'typeorm';

/** SQL that is true once no process has this presence open. Any number may ask at a time, by a shared lock. */
export const absent = (name: string): string => `pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;

/** Notifications that the presence's session also listens to. */
export interface Notices {
  readonly channel: string;
  readonly onNotice: ChannelListener;
}

/**
 * Shows other processes that this one is alive, by a lock in Postgres. The lock ends with the session, and so with the
 * process, however that ends. A process that is only stopped keeps it.
 */
export class Presence {
  private readonly use: SessionUse;
  private session: DatabaseSession | undefined;

  constructor(
    dataSource: DataSource,
    private readonly name: string,
    /** Called when the session has ended. From now on this process counts as absent. */
    private readonly onLost: () => void,
    private readonly notices?: Notices,
  ) {
    this.use = sessionOf(dataSource).join(() => this.lost());
  }

  get isOpen(): boolean {
    return this.session !== undefined;
  }

  /**
   * Does nothing while the presence is open.
   *
   * @throws the driver's error if the database cannot be reached; Error while an earlier session's lock stands
   */
  async open(): Promise<void> {
    if (this.session) return;
    const { name, notices } = this;
    const session = await this.use.session();
    try {
      if (notices) await session.listen(notices.channel, notices.onNotice);
      // The server may not have noticed that the previous session is gone; its lock would go with that session.
      if (!(await session.tryLock(name))) throw new Error('the lock of a lost session is still held');
      if (!session.isOpen) throw new Error('the session was lost while it was opened');
      this.session = session;
    } finally {
      if (notices && !this.session) session.unlisten(notices.channel, notices.onNotice);
    }
  }

  async close(): Promise<void> {
    const { session, notices } = this;
    this.session = undefined;
    if (notices) session?.unlisten(notices.channel, notices.onNotice);
    // If this fails the session is broken, and its locks are free.
    await session?.unlock(this.name).catch(() => undefined);
    await this.use.leave();
  }

  private lost(): void {
    if (!this.session) return;
    this.session = undefined;
    this.onLost();
  }
}
