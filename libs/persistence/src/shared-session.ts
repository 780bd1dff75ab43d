import type { DataSource } from 'typeorm';
import { DatabaseSession } from './session.js';

/** Called when the session is lost. Its users ask for another. */
type OnLost = (error?: Error) => void;

/**
 * One session that all its users in a process share, because each session costs the server a process. It is opened when
 * somebody first needs it, opened again after it was lost, and closed when its last user has left.
 */
export class SharedSession {
  private readonly users = new Set<SessionUse>();
  private opening: Promise<DatabaseSession> | undefined;

  /** @param name what Postgres shows as `application_name` */
  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {}

  /** Joins the users of the session. @returns the user's share; give it back by `leave` */
  join(onLost: OnLost): SessionUse {
    const use: SessionUse = new SessionUse(onLost, {
      session: () => (this.opening ??= this.open()),
      leave: () => this.leave(use),
    });
    this.users.add(use);
    return use;
  }

  private async leave(use: SessionUse): Promise<void> {
    this.users.delete(use);
    if (this.users.size > 0) return;
    const { opening } = this;
    this.opening = undefined;
    await (await opening?.catch(() => undefined))?.close();
  }

  private open(): Promise<DatabaseSession> {
    const opening = DatabaseSession.open(this.url, this.name, (error) => this.lost(error));
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }

  private lost(error?: Error): void {
    this.opening = undefined;
    for (const { onLost } of this.users) onLost(error);
  }
}

export class SessionUse {
  constructor(
    readonly onLost: OnLost,
    private readonly shared: { session(): Promise<DatabaseSession>; leave(): Promise<void> },
  ) {}

  /** @throws every error of `pg` if the server can't be reached; the next call tries again */
  session(): Promise<DatabaseSession> {
    return this.shared.session();
  }

  leave(): Promise<void> {
    return this.shared.leave();
  }
}

/** The `application_name` by which Postgres shows the session of a process. */
export const sessionNameOf = ({ options }: DataSource): string =>
  `${options.type === 'postgres' ? String(options.applicationName) : ''}-session`;

const besidePools = new WeakMap<DataSource, SharedSession>();

/**
 * A session with a service's own role. It is not from the service's pool, so its locks stay whatever happens to the
 * pool.
 */
export function sessionOf(dataSource: DataSource): SharedSession {
  const { options } = dataSource;
  if (options.type !== 'postgres' || options.url === undefined)
    throw new Error('a session is one with Postgres, by URL');
  const shared = besidePools.get(dataSource) ?? new SharedSession(options.url, sessionNameOf(dataSource));
  besidePools.set(dataSource, shared);
  return shared;
}
