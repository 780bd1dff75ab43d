import { Injectable } from '@nestjs/common';
import type { Revocation, RevocationKind } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { TOKEN_LIFE_MS } from './token-lifetime.js';
import { addRevocations } from './revocations.rows.js';

/** What ended before the tokens that name it expire. Every gateway knows it within a second (ADR 85). */
@Injectable()
export class Revocations {
  constructor(private readonly clock: Clock) {}

  /** Ends whatever names one of these, for good unless it is `revived`. */
  async end(tx: EntityManager, kind: RevocationKind, ...ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await addRevocations(tx, this.of(kind, ids), false);
  }

  /** Ends the tokens that were issued before a moment; those of what has ended altogether stay so. */
  async endBefore(tx: EntityManager, kind: RevocationKind, id: string, before: Date): Promise<void> {
    await addRevocations(tx, this.of(kind, [id], before), false);
  }

  /** Lets what has ended begin again: tokens from now on stand, those from before do not. */
  async revive(tx: EntityManager, kind: RevocationKind, id: string): Promise<void> {
    await addRevocations(tx, this.of(kind, [id], this.clock.system()), true);
  }

  private of(kind: RevocationKind, ids: readonly string[], before?: Date): Revocation[] {
    const untilMs = this.clock.system().getTime() + TOKEN_LIFE_MS;
    return ids.map((id) => ({ kind, id, ...(before && { beforeMs: before.getTime() }), untilMs }));
  }
}
