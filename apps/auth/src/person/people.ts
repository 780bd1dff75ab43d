import { Injectable } from '@nestjs/common';
import { Clock, composed, DomainError, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { Person } from './person.entity.js';

const EMAIL = 'auth.person-email';
const NAME = 'auth.person-name';

export interface PersonalData {
  readonly email: string;
  readonly name: string;
}

/** Stores people sealed, and finds them by a keyed hash of their e-mail address. */
@Injectable()
export class People {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Ignores case. */
  hashOf(email: string): string {
    return this.sealer.fingerprint(EMAIL, composed(email).toLowerCase());
  }

  find(manager: EntityManager, email: string): Promise<Person | null> {
    return manager.findOneBy(Person, { emailHash: this.hashOf(email) });
  }

  /** @throws DomainError Conflict if another person has the address, even if added at the same time */
  async add(tx: EntityManager, { email, name }: PersonalData, passwordHash: string): Promise<Person> {
    const id = newId();
    const key = this.sealer.newKey(id);
    await this.sealer.keep(tx, [key]);
    const person = {
      id,
      emailHash: this.hashOf(email),
      sealedEmail: key.seal(EMAIL, email),
      sealedName: key.seal(NAME, name),
      passwordHash,
      ...{ suspendedAt: null, reason: null },
      createdAt: this.clock.system(),
    };
    const added = await tx
      .createQueryBuilder()
      .insert()
      .into(Person)
      .values(person)
      .orIgnore()
      .returning('id')
      .execute();
    if ((added.raw as unknown[]).length === 1) return person;
    throw new DomainError('Conflict', { message: 'Somebody with this e-mail address has joined meanwhile. Log in.' });
  }

  /** @throws ErasedError */
  async open({ id, sealedEmail, sealedName }: Person): Promise<PersonalData> {
    const [email, name] = await Promise.all([
      this.sealer.open(id, EMAIL, sealedEmail),
      this.sealer.open(id, NAME, sealedName),
    ]);
    return { email, name };
  }

  /**
   * Destroys the person's key, so that backups can't be read either. Deleting the row also deletes memberships,
   * sessions and the second factor.
   */
  async erase(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(Person, { id });
    await this.sealer.destroy(tx, id);
  }
}
