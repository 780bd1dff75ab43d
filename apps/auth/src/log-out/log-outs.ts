import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Visit } from '../page/visit.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { SessionEnds } from '../token-family/session-ends.js';

/** Ends a browser's session, with the first-party tokens and unfinished authorizations in it. */
@Injectable()
export class LogOuts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ends: SessionEnds,
    private readonly events: SecurityEvents,
  ) {}

  async end(visit: Visit): Promise<void> {
    const { session } = visit;
    if (!session) return;
    const { id, personId } = session;
    await this.dataSource.transaction(async (tx) => {
      if (await this.ends.end(tx, personId, id)) await this.events.record(tx, 'logout', { personId, from: visit });
    });
  }
}
