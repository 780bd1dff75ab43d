import { Injectable } from '@nestjs/common';
import type { Revocation, RevocationKind } from '@halyard/contracts/authorization';
import { Clock } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { TOKEN_LIFE_MS } from './token-lifetime.js';
import { addRevocations } from './revocations.rows.js';

/** Revocations of tokens that have not expired. Every gateway knows of them within a second (ADR 85). */
@Injectable()
export class Revocations {
  constructor(private readonly clock: Clock) {}

  /** Revokes all tokens that name one of these, until `revive` is called. */
  async end(tx: EntityManager, kind: RevocationKind, ...ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await addRevocations(tx, this.of(kind, ids), false);
  }

  /** Revokes the tokens that were issued before a moment. If all tokens are revoked already, they stay so. */
  async endBefore(tx: EntityManager, kind: RevocationKind, id: string, before: Date): Promise<void> {
    await addRevocations(tx, this.of(kind, [id], before), false);
  }

  /** Makes tokens valid again if they are issued from now on. Earlier ones stay revoked. */
  async revive(tx: EntityManager, kind: RevocationKind, id: string): Promise<void> {
    await addRevocations(tx, this.of(kind, [id], this.clock.system()), true);
  }

  private of(kind: RevocationKind, ids: readonly string[], before?: Date): Revocation[] {
    const untilMs = this.clock.system().getTime() + TOKEN_LIFE_MS;
    return ids.map((id) => ({ kind, id, ...(before && { beforeMs: before.getTime() }), untilMs }));
  }
}
