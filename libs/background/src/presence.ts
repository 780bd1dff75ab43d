import { type ChannelListener, type DatabaseSession, sessionOf, type SessionUse } from '@halyard/persistence';
import type { DataSource } from 'typeorm';

/**
 * SQL that is true if no process has this presence open. It takes a shared lock, so that any number may ask at a time.
 */
export const absent = (name: string): string => `pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;

/** Notifications that the presence's session also listens to. */
export interface Notices {
  readonly channel: string;
  readonly onNotice: ChannelListener;
}

/**
 * Shows other processes that this one is alive, by a lock in Postgres. When the process ends, in whatever way, its
 * session ends, and so does the lock. A process that is only stopped keeps the lock.
 */
export class Presence {
  private readonly use: SessionUse;
  private session: DatabaseSession | undefined;

  constructor(
    dataSource: DataSource,
    private readonly name: string,
    /** Called when the session has ended. From then on this process counts as absent. */
    private readonly onLost: () => void,
    private readonly notices?: Notices,
    /** A lock that the session also holds, shared with other sessions. */
    private readonly mark?: string,
  ) {
    this.use = sessionOf(dataSource).join(() => this.lost());
  }

  get isOpen(): boolean {
    return this.session !== undefined;
  }

  /**
   * Opens the presence, unless it is open.
   *
   * @throws the driver's error if the database can't be reached; Error while the lock of an earlier session stands
   */
  async open(): Promise<void> {
    if (this.session) return;
    const { name, notices, mark } = this;
    const session = await this.use.session();
    try {
      if (notices) await session.listen(notices.channel, notices.onNotice);
      // The server may not have noticed that the previous session is gone. That session would take its lock with it.
      if (!(await session.tryLock(name))) throw new Error('the lock of a lost session is still held');
      if (mark !== undefined) await session.tryLockShared(mark);
      if (!session.isOpen) throw new Error('the session was lost while it was opened');
      this.session = session;
    } finally {
      if (notices && !this.session) session.unlisten(notices.channel, notices.onNotice);
    }
  }

  async close(): Promise<void> {
    const { session, notices, mark } = this;
    this.session = undefined;
    if (notices) session?.unlisten(notices.channel, notices.onNotice);
    // If this fails, the session is broken, and then its locks are free.
    await session?.unlock(this.name).catch(() => undefined);
    if (mark !== undefined) await session?.unlockShared(mark).catch(() => undefined);
    await this.use.leave();
  }

  private lost(): void {
    if (!this.session) return;
    this.session = undefined;
    this.onLost();
  }
}
