import { type ApplicationPrincipal, type PersonRole, ref, type ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { type EntityManager, In } from 'typeorm';
import { rolesInOperatingAccount } from '../person/operators.query.js';
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
  /** In the installation's own account; absent for a person who does not belong to it. */
  readonly role?: PersonRole | undefined;
  /** Absent where it is not shown, and once it is erased. */
  readonly data?: PersonalData | undefined;
}

/** A person as operators see it. An operator that is a person changes those of the installation's own account. */
export const personStandingAnswer = (
  person: Person,
  { userId }: ApplicationPrincipal,
  { hasSecondFactor, role, data }: Known,
): ResourceAnswer<'person-standing'> => ({
  type: 'resource',
  kind: 'person-standing',
  id: person.id,
  attributes: { ...standing(person), hasSecondFactor, ...(role && { role }), ...data },
  links: {
    ...(role &&
      userId !== undefined && { edit: ref('person-standing', person.id), remove: ref('person-standing', person.id) }),
    ...(person.suspendedAt
      ? { reinstate: ref('reinstatePerson', person.id) }
      : { suspend: ref('suspendPerson', person.id) }),
    ...(hasSecondFactor && { 'reset-factors': ref('resetFactors', person.id) }),
  },
});

/** What a decision on a person answers, without what it is called. */
export async function standingOf(
  manager: EntityManager,
  person: Person,
  reader: ApplicationPrincipal,
): Promise<ResourceAnswer<'person-standing'>> {
  const [factors, roles] = [
    await withSecondFactor(manager, [person]),
    await rolesInOperatingAccount(manager, [person.id]),
  ];
  return personStandingAnswer(person, reader, {
    hasSecondFactor: factors.has(person.id),
    role: roles.get(person.id)?.role,
  });
}
