import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, In } from 'typeorm';
import { newSecret } from '../session/session-cookie.js';
import { LogInAttempt } from '../session/log-in-attempt.entity.js';

const ATTEMPT_MS = 15 * 60_000;
/** Attempts of one browser; people log in in few tabs at once. A further attempt replaces the oldest. */
const ATTEMPTS_MAX = 10;

export interface NewAttempt {
  readonly sessionId: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnPath: string;
}

/** Log-ins that have begun. Each belongs to one browser, and is answered once. */
@Injectable()
export class LogInAttempts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @returns the `state` of the attempt */
  async begin(attempt: NewAttempt): Promise<string> {
    const state = newSecret();
    const expiresAt = new Date(this.clock.system().getTime() + ATTEMPT_MS);
    const { manager } = this.dataSource;
    await manager.insert(LogInAttempt, { ...attempt, stateHash: this.hash(state), expiresAt });
    const older = {
      where: { sessionId: attempt.sessionId },
      order: { expiresAt: 'DESC' },
      skip: ATTEMPTS_MAX,
    } as const;
    const beyond = await manager.find(LogInAttempt, older);
    if (beyond.length > 0)
      await manager.delete(LogInAttempt, { stateHash: In(beyond.map(({ stateHash }) => stateHash)) });
    return state;
  }

  /** Takes an attempt once; undefined if another browser began it, or it is over. */
  async take(state: string, sessionId: string): Promise<LogInAttempt | undefined> {
    const { manager } = this.dataSource;
    const attempt = await manager.findOneBy(LogInAttempt, { stateHash: this.hash(state), sessionId });
    if (!attempt) return undefined;
    const { affected } = await manager.delete(LogInAttempt, { stateHash: attempt.stateHash });
    return affected === 1 && attempt.expiresAt > this.clock.system() ? attempt : undefined;
  }

  private hash(state: string): string {
    return this.sealer.fingerprint('console.state', state);
  }
}
