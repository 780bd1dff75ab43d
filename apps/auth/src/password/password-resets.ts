import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DueItem, DueWork } from '@halyard/background';
import { Clock, deriveId, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { type EntityManager, MoreThan } from 'typeorm';
import { z } from 'zod';
import { AuthConfig } from '../config.js';
import { resetLetter } from '../mail/letters.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { newSecret } from '../page/pages.js';
import { keepPerson } from '../person/held-person.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { PasswordReset } from './password-reset.entity.js';

const KIND = 'password-reset';
const SUBJECT = deriveId('auth.password-resets');
const CONTEXT = 'auth.password-reset';
const HOUR_MS = 60 * 60_000;
/** Links of one person that work at a time. Beyond this, requests send no more letters. */
const OPEN_MAX = 5;

const asked = z.object({ sealed: z.base64() });

@Injectable()
export class PasswordResets implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly sealer: Sealer,
    private readonly people: People,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
  ) {}

  onModuleInit(): void {
    this.dueWork.on(KIND, (item, tx) => this.sendLink(item, tx));
  }

  /** Stores the address. Whether a person has it is looked up later, so that the response time does not tell. */
  async request(email: string): Promise<void> {
    const sealed = await this.sealer.seal(SUBJECT, CONTEXT, email);
    const data = { sealed: sealed.toString('base64') };
    await this.dueWork.put({ kind: KIND, key: newId(), accountId: null, dueAt: this.clock.system(), data });
  }

  /** Does not use the link up. */
  async find(manager: EntityManager, token: string): Promise<Person | null> {
    const expiresAt = MoreThan(this.clock.system());
    const reset = await manager.findOneBy(PasswordReset, { tokenHash: this.hash(token), expiresAt });
    return reset && manager.findOneBy(Person, { id: reset.personId });
  }

  /** Uses up a link. Of several uses at once, in any processes, one succeeds. */
  async use(tx: EntityManager, token: string): Promise<boolean> {
    const expiresAt = MoreThan(this.clock.system());
    const used = await tx.delete(PasswordReset, { tokenHash: this.hash(token), expiresAt });
    return used.affected === 1;
  }

  private async sendLink({ data }: DueItem, tx: EntityManager): Promise<void> {
    const { sealed } = asked.parse(data);
    const email = await this.sealer.open(SUBJECT, CONTEXT, Buffer.from(sealed, 'base64'));
    const found = await this.people.find(tx, email);
    const createdAt = this.clock.system();
    const person = found && (await keepPerson(tx, found.id));
    if (!person) return;
    const open = await tx.countBy(PasswordReset, { personId: person.id, expiresAt: MoreThan(createdAt) });
    if (open >= OPEN_MAX) return;
    const token = newSecret();
    const expiresAt = new Date(createdAt.getTime() + HOUR_MS);
    await tx.insert(PasswordReset, { tokenHash: this.hash(token), personId: person.id, createdAt, expiresAt });
    const { email: to } = await this.people.open(person);
    const link = `${this.config.addresses.url}/password-resets/${token}`;
    await this.outbox.post(tx, resetLetter(to, link), expiresAt);
  }

  private hash(token: string): string {
    return this.sealer.fingerprint('auth.password-reset', token);
  }
}
