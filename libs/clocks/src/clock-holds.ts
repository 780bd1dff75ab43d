import { DomainError, pause } from '@halyard/core';
import { type DatabaseSession, sessionOf, type SessionUse } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { clockLock, findStep, type StoredStep } from './account-clocks.rows.js';

/** How long others may join a lock after it was taken. A step that waits for it gets its turn after that. */
const JOINED_MS = 20;
const TRIED_AGAIN_MS = 2;
const TRIES_MAX = 4_000;

/** The shared lock of an account's clock, as this process has it. Its users read the step once, under the lock. */
interface Hold {
  readonly step: Promise<StoredStep | undefined>;
  readonly released: Promise<void>;
  readonly joinedUntilMs: number;
  users: number;
  /** Frees the lock once its last user has left. */
  readonly unlock: () => Promise<void>;
}

/** An account's clock that is held: no step of it is stored until `release` was called. */
export interface HeldClock {
  readonly step: StoredStep | undefined;
  readonly release: () => Promise<void>;
}

/**
 * Shared locks of accounts' clocks, on the one session that the process has open anyway: a request that holds a clock
 * needs no connection of its own for that. A step takes the same lock alone.
 */
export class ClockHolds {
  private readonly holds = new Map<string, Hold>();
  private readonly use: SessionUse;

  constructor(dataSource: DataSource) {
    this.use = sessionOf(dataSource).join(() => undefined);
  }

  /** @throws DomainError ServiceUnavailable while a step takes very long; every error of the database */
  async take(accountId: string): Promise<HeldClock> {
    for (;;) {
      const hold = this.holds.get(accountId);
      if (!hold) return this.open(accountId);
      if (hold.users > 0 && performance.now() < hold.joinedUntilMs) return this.join(hold);
      await hold.released;
    }
  }

  /**
   * The last step of an account. It is read on the one session too: whoever asks may be in a transaction, and with a
   * second connection for each of those, the pool could run out of connections that all wait for another.
   */
  async stepOf(accountId: string): Promise<StoredStep | undefined> {
    return findStep(await this.use.session(), accountId);
  }

  close(): Promise<void> {
    return this.use.leave();
  }

  private async join(hold: Hold): Promise<HeldClock> {
    hold.users += 1;
    const release = async (): Promise<void> => {
      hold.users -= 1;
      if (hold.users === 0) await hold.unlock();
    };
    try {
      return { step: await hold.step, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  private open(accountId: string): Promise<HeldClock> {
    const name = clockLock(accountId);
    const { promise: released, resolve: setReleased } = Promise.withResolvers<void>();
    const locked = this.lock(name);
    const hold: Hold = {
      step: locked.then((session) => findStep(session, accountId)),
      released,
      joinedUntilMs: performance.now() + JOINED_MS,
      users: 0,
      unlock: async () => {
        // An error here means that the session is broken, and then its locks are free.
        await locked.then((session) => session.unlockShared(name)).catch(() => undefined);
        this.holds.delete(accountId);
        setReleased();
      },
    };
    this.holds.set(accountId, hold);
    return this.join(hold);
  }

  private async lock(name: string): Promise<DatabaseSession> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const session = await this.use.session();
      if (await session.tryLockShared(name)) return session;
      await pause(TRIED_AGAIN_MS);
    }
    throw new DomainError('ServiceUnavailable', { cause: `${name} is not free` });
  }
}
