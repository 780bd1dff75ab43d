import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type DueItem, DueWork } from '@halyard/background';
import { Clock, deriveId, errorCodeOf, newId } from '@halyard/core';
import { type Logger, LOGGER, Metrics, orWarn } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { type Letter, LetterRefused, Mail } from './mail.js';
import { oldestPostedAt } from './waiting-letters.rows.js';

const KIND = 'letter';
/**
 * All letters are sealed under one key that belongs to no person. That is enough, since they are deleted once they are
 * sent.
 */
const SUBJECT = deriveId('auth.letters');
const CONTEXT = 'auth.letter';

/** After a failure, sending pauses for as long as the letter is old, within these limits. */
const PAUSE_MIN_MS = 1_000;
const PAUSE_MAX_MS = 10 * 60_000;

const letter = z.object({ to: z.string(), subject: z.string(), text: z.string() });
const posted = z.object({ sealed: z.base64(), postedAt: z.coerce.date(), expiresAt: z.coerce.date() });

/** Letters are due work, stored with the change that they announce, and tried until they arrive or expire. */
@Injectable()
export class MailOutbox implements OnModuleInit {
  /** No letter is tried before this time, so that a server that is down is not asked for each letter. */
  private pausedUntilMs = 0;

  constructor(
    private readonly mail: Mail,
    private readonly dueWork: DueWork,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    metrics.gauge(
      {
        name: 'mail_oldest_seconds',
        help: 'How long the oldest letter that is not sent yet has waited; 0 without one',
      },
      orWarn(logger, 'the letters', async (gauge) => gauge.set(await this.oldestAgeSeconds())),
    );
  }

  onModuleInit(): void {
    this.dueWork.on(KIND, (item) => this.deliver(item));
  }

  /** @param expiresAt the letter is dropped if it is not sent by then */
  async post(tx: EntityManager, { to, subject, text }: Letter, expiresAt: Date): Promise<void> {
    const sealed = await this.sealer.seal(SUBJECT, CONTEXT, JSON.stringify({ to, subject, text }));
    const postedAt = this.clock.system();
    const data = { sealed: sealed.toString('base64'), postedAt, expiresAt };
    await this.dueWork.put({ kind: KIND, key: newId(), accountId: null, dueAt: postedAt, data }, tx);
  }

  /** When the oldest letter was posted that is not sent yet; undefined if all are sent. */
  oldestPostedAt(): Promise<Date | undefined> {
    return oldestPostedAt(this.dataSource, KIND);
  }

  private async oldestAgeSeconds(): Promise<number> {
    const postedAt = await this.oldestPostedAt();
    return postedAt ? Math.max(0, this.clock.system().getTime() - postedAt.getTime()) / 1_000 : 0;
  }

  private async deliver({ key: id, data }: DueItem): Promise<Date | undefined> {
    const { sealed, postedAt, expiresAt } = posted.parse(data);
    const nowMs = this.clock.system().getTime();
    if (nowMs < this.pausedUntilMs) return new Date(this.pausedUntilMs);
    if (nowMs >= expiresAt.getTime()) {
      this.logger.warn({ letter: id }, 'a letter was not sent in time, and is dropped');
      return undefined;
    }
    const content = letter.parse(JSON.parse(await this.sealer.open(SUBJECT, CONTEXT, Buffer.from(sealed, 'base64'))));
    try {
      await this.mail.send({ ...content, id, postedAt });
      return undefined;
    } catch (error) {
      if (error instanceof LetterRefused) {
        this.logger.warn({ letter: id }, 'a letter was refused, and is dropped');
        return undefined;
      }
      const pauseMs = Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, nowMs - postedAt.getTime()));
      this.pausedUntilMs = nowMs + PAUSE_MIN_MS;
      // The error's own text may quote the letter.
      this.logger.warn({ letter: id, reason: errorCodeOf(error) }, 'a letter could not be sent, and is sent again');
      return new Date(nowMs + pauseMs);
    }
  }
}
