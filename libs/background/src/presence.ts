import { type ChannelListener, type DatabaseSession, sessionOf, type SessionUse } from '@halyard/persistence';
import type { DataSource } from 'typeorm';

/**
 * SQL that is true once the process that opened the presence of that name has ended or lost its session. Any number may
 * ask at a time: the lock that each takes for this is shared.
 */
export const absent = (name: string): string => `pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;

/** Notifications that a presence listens to besides. */
export interface Notices {
  readonly channel: string;
  readonly onNotice: ChannelListener;
}

/**
 * Shows other processes that this one is alive: a lock in Postgres that ends with its session, and so with the process,
 * however that ends. A process that is only stopped keeps it.
 */
export class Presence {
  private readonly use: SessionUse;
  private session: DatabaseSession | undefined;

  constructor(
    dataSource: DataSource,
    private readonly name: string,
    /** Called when the session has ended: this process counts as absent from now on. */
    private readonly onLost: () => void,
    private readonly notices?: Notices,
  ) {
    this.use = sessionOf(dataSource).join(() => this.lost());
  }

  get isOpen(): boolean {
    return this.session !== undefined;
  }

  /**
   * Does nothing while it is open.
   *
   * @throws the driver's error when the database cannot be reached; Error while an earlier session's lock stands
   */
  async open(): Promise<void> {
    if (this.session) return;
    const { name, notices } = this;
    const session = await this.use.session();
    try {
      if (notices) await session.listen(notices.channel, notices.onNotice);
      // The server may not have noticed yet that the previous session is gone; the lock would go with that one.
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
