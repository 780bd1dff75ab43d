import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Visit } from '../page/visit.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { SessionEnds } from '../token-family/session-ends.js';

/** Ends the session of a browser, what applications of ours have got in it, and what waits from it. */
@Injectable()
export class LogOuts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ends: SessionEnds,
    private readonly events: SecurityEvents,
  ) {}

  /** Nothing happens in a browser in which nobody is logged in. */
  async end(visit: Visit): Promise<void> {
    const { session } = visit;
    if (!session) return;
    const { id, personId } = session;
    await this.dataSource.transaction(async (tx) => {
      if (await this.ends.end(tx, personId, id)) await this.events.record(tx, 'logout', { personId, from: visit });
    });
  }
}
