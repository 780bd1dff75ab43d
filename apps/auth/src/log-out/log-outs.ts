import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Visit } from '../page/visit.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { Sessions } from '../session/sessions.js';

/** Ends the session of a browser, and what applications of ours have got in it. */
@Injectable()
export class LogOuts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly events: SecurityEvents,
  ) {}

  /** Nothing happens in a browser in which nobody is logged in. */
  async end(visit: Visit): Promise<void> {
    const { session } = visit;
    if (!session) return;
    const { id, personId } = session;
    await this.dataSource.transaction(async (tx) => {
      if (await this.sessions.end(tx, personId, id)) await this.events.record(tx, 'logout', { personId, from: visit });
    });
  }
}
