import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { ConsoleConfig } from '../config.js';
import { KeptForm } from '../session/kept-form.entity.js';
import type { LiveSession, Owner } from '../session/sessions.js';

const CONTEXT = 'console.form';
/** The most forms that are kept for a person. A further one replaces the one that was kept longest ago. */
const FORMS_MAX = 10;

const KEEP_NEWEST = `
  DELETE FROM kept_forms WHERE person_id = $1 AND (account_id, slot) NOT IN (
    SELECT account_id, slot FROM kept_forms WHERE person_id = $1 ORDER BY kept_at DESC, slot LIMIT ${FORMS_MAX}
  )`;

/**
 * The forms that may be given back on a page, with the time as `$4` and the longest idle time as `$5`: the one of the
 * tab that asks, and those whose session has ended. A form of another session is still being filled in elsewhere.
 */
const WAITING = `
  FROM kept_forms AS kept
  WHERE person_id = $1 AND account_id = $2 AND page_hash = $3 AND kept.expires_at > $4
    AND (slot = $6 OR NOT EXISTS (
      SELECT FROM sessions
      WHERE sessions.id = kept.session_id AND sessions.expires_at > $4
        AND sessions.seen_at > $4::timestamptz - $5 * interval '1 second'
    ))`;

const TAKE = `
  DELETE FROM kept_forms WHERE (person_id, account_id, slot) = (
    SELECT person_id, account_id, slot ${WAITING}
    ORDER BY coalesce(slot = $6, false) DESC, kept_at DESC LIMIT 1 FOR UPDATE
  ) RETURNING sealed`;

interface FormToKeep {
  readonly slot: string;
  readonly path: string;
  /** The form as JSON, which is sealed. */
  readonly text: string;
}

/** Keeps the forms that people fill in, sealed, until they are taken or sent, or their session has ended for long. */
@Injectable()
export class KeptForms {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly config: ConsoleConfig,
  ) {}

  /** @param expiresAt the time until which the form is kept if the session is not used again */
  async keep(session: LiveSession, { slot, path, text }: FormToKeep, expiresAt: Date): Promise<void> {
    const { id: sessionId, personId, accountId } = session;
    const sealed = await this.sealer.seal(personId, CONTEXT, text);
    const keptAt = this.clock.system();
    const form = { personId, accountId, slot, sessionId, pageHash: this.hash(path), sealed, keptAt, expiresAt };
    await this.dataSource.transaction(async (tx) => {
      await tx.upsert(KeptForm, form, ['personId', 'accountId', 'slot']);
      await tx.query(KEEP_NEWEST, [personId]);
    });
  }

  /** Whether a form of a session that has ended waits on the page. */
  async waitsAt(owner: Owner, path: string): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(`SELECT ${WAITING} LIMIT 1`, this.wanted(owner, path));
    return rows.length > 0;
  }

  /** Gives a form back, once. @param slot the form of the tab that asks, if it had one */
  async take(owner: Owner, path: string, slot?: string): Promise<string | undefined> {
    const [rows] = await this.dataSource.query<[{ readonly sealed: Buffer }[], number]>(
      TAKE,
      this.wanted(owner, path, slot),
    );
    const [taken] = rows;
    return taken && this.sealer.open(owner.personId, CONTEXT, taken.sealed);
  }

  /** Forgets a form that was sent or given up. */
  async forget({ personId, accountId }: Owner, slot: string): Promise<void> {
    await this.dataSource.manager.delete(KeptForm, { personId, accountId, slot });
  }

  private wanted({ personId, accountId }: Owner, path: string, slot?: string): unknown[] {
    const { consoleSessionIdle } = this.config;
    return [personId, accountId, this.hash(path), this.clock.system(), consoleSessionIdle, slot ?? null];
  }

  private hash(path: string): string {
    return this.sealer.fingerprint('console.form-page', path);
  }
}
