import { Injectable } from '@nestjs/common';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { Session } from '../session/session.entity.js';
import type { LiveSession } from '../session/sessions.js';

const CONTEXT = 'console.form';

/** Keeps one filled-in form per session, sealed, and gives it back once. */
@Injectable()
export class KeptForms {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  async keep({ id, personId }: LiveSession, form: string): Promise<void> {
    const sealedForm = await this.sealer.seal(personId, CONTEXT, form);
    await this.dataSource.manager.update(Session, { id }, { sealedForm });
  }

  async take({ id, personId, sealedForm }: LiveSession): Promise<string | undefined> {
    if (!sealedForm) return undefined;
    await this.dataSource.manager.update(Session, { id }, { sealedForm: null });
    return this.sealer.open(personId, CONTEXT, sealedForm);
  }
}
