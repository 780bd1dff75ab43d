import { ref, type ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { type EntityManager, In } from 'typeorm';
import type { PersonalData } from '../person/people.js';
import { holdPerson } from '../person/held-person.js';
import { Person } from '../person/person.entity.js';
import { Passkey } from '../second-factor/passkey.entity.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';
import { standing } from './standing.js';

/** @throws DomainError NotFound */
export async function personOf(manager: EntityManager, id: string): Promise<Person> {
  const person = await manager.findOneBy(Person, { id });
  if (!person) throw new DomainError('NotFound');
  return person;
}

/** A person that is to be changed, held until the transaction is over. @throws DomainError NotFound */
export async function heldPersonOf(tx: EntityManager, id: string): Promise<Person> {
  const person = await holdPerson(tx, id);
  if (!person) throw new DomainError('NotFound');
  return person;
}

/** Those of these people that have a second factor. */
export async function withSecondFactor(
  manager: EntityManager,
  people: readonly Pick<Person, 'id'>[],
): Promise<ReadonlySet<string>> {
  const found = { select: { personId: true }, where: { personId: In(people.map(({ id }) => id)) } } as const;
  const factors = [...(await manager.find(SecondFactor, found)), ...(await manager.find(Passkey, found))];
  return new Set(factors.map(({ personId }) => personId));
}

interface Known {
  readonly hasSecondFactor: boolean;
  /** Absent where it is not shown, and once it is erased. */
  readonly data?: PersonalData | undefined;
}

/** A person as operators see it. */
export const personStandingAnswer = (
  person: Person,
  { hasSecondFactor, data }: Known,
): ResourceAnswer<'person-standing'> => ({
  type: 'resource',
  kind: 'person-standing',
  id: person.id,
  attributes: { ...standing(person), hasSecondFactor, ...data },
  links: {
    ...(person.suspendedAt
      ? { reinstate: ref('reinstatePerson', person.id) }
      : { suspend: ref('suspendPerson', person.id) }),
    ...(hasSecondFactor && { 'reset-factors': ref('resetFactors', person.id) }),
  },
});

/** What a decision on a person answers, without what it is called. */
export async function standingOf(manager: EntityManager, person: Person): Promise<ResourceAnswer<'person-standing'>> {
  const factors = await withSecondFactor(manager, [person]);
  return personStandingAnswer(person, { hasSecondFactor: factors.has(person.id) });
}
