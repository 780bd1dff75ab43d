import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { holdPerson, keepPerson } from '../person/held-person.js';
import { Sessions } from '../session/sessions.js';
import { TokenFamilies } from './token-families.js';

/** Ends sessions, with the codes and device codes that were allowed in them and not yet exchanged. */
@Injectable()
export class SessionEnds {
  constructor(
    private readonly sessions: Sessions,
    private readonly families: TokenFamilies,
  ) {}

  /** @returns whether the person had such a session */
  async end(tx: EntityManager, personId: string, id: string): Promise<boolean> {
    // Locks the person before the session, in the same order as whoever holds the person.
    await keepPerson(tx, personId);
    if (!(await this.sessions.end(tx, personId, id))) return false;
    await this.families.endUnused(tx, { personId, sessionId: id });
    return true;
  }

  /**
   * Ends all sessions of a person, also those of the command line, and every code. A log-in or an exchange at the same
   * time comes wholly before or after.
   *
   * @param exceptId the session that does not end
   */
  async endAll(tx: EntityManager, personId: string, exceptId?: string): Promise<void> {
    await holdPerson(tx, personId);
    await this.sessions.endAll(tx, personId, exceptId);
    await this.families.endUnused(tx, { personId });
  }
}
