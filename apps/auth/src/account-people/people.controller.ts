import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import {
  type ApplicationPrincipal,
  type CollectionAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { peopleRoutes } from '@halyard/contracts/people';
import { accountOf, applicationOf, CurrentOperation, Serves, timeOf } from '@halyard/http';
import { DomainError, validationError } from '@halyard/core';
import { IdPipe, usualFault } from '@halyard/input';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Membership } from '../person/membership.entity.js';
import { Memberships } from '../person/memberships.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { ChangePersonDto } from './change-person.dto.js';
import { OwnerAccess, OwnPersonGuard, ReaderGuard } from './owner-access.js';
import { PeopleChanges } from './people-changes.js';

/** Not paged: an account has few people. */
@Controller()
@UseGuards(ReaderGuard)
export class PeopleController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly people: People,
    private readonly memberships: Memberships,
    private readonly access: OwnerAccess,
    private readonly peopleChanges: PeopleChanges,
  ) {}

  @Serves(peopleRoutes.listPeople)
  async list(@CurrentOperation() operation: Operation): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const order = { createdAt: 'ASC', personId: 'ASC' } as const;
    const memberships = await manager.find(Membership, { where: { accountId: accountOf(operation) }, order });
    const items = await this.answersOf(manager, memberships, applicationOf(operation));
    return { type: 'collection', self: ref('listPeople'), of: 'person', items, total: items.length };
  }

  @Serves(peopleRoutes.getPerson)
  @UseGuards(OwnPersonGuard)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'person'>> {
    return this.answerOf(this.dataSource.manager, applicationOf(operation), id);
  }

  /**
   * Answers with the changed person, or the person as it was before its removal, and says how many integrations the
   * change disconnects.
   *
   * @throws DomainError Forbidden, also for an operator; InvalidResourceState
   */
  @Serves(peopleRoutes.changePerson)
  @UseGuards(OwnPersonGuard)
  async change(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) personId: string,
    @Body() { role, removed }: ChangePersonDto,
  ): Promise<ResourceAnswer<'person'>> {
    if (removed !== undefined && role !== undefined) throw validationError(usualFault('NotAllowed', '/role'));
    await this.access.requireOwner(operation);
    await this.requireNoOperator(applicationOf(operation), personId);
    const [accountId, at] = [accountOf(operation), timeOf(operation)];
    return this.changes.run(operation, async (change) => {
      const before = await this.answerOf(change.tx, applicationOf(operation), personId);
      if (removed !== undefined) {
        const disconnected = await this.peopleChanges.remove(change, accountId, personId, at);
        return { ...before, attributes: { ...before.attributes, disconnected } };
      }
      if (role !== undefined) {
        const disconnected = await this.peopleChanges.changeRole(change, { accountId, personId, role }, at);
        const after = await this.answerOf(change.tx, applicationOf(operation), personId);
        return disconnected === 0 ? after : { ...after, attributes: { ...after.attributes, disconnected } };
      }
      return before;
    });
  }

  /** An owner's request can't make anybody an operator, so checking before the transaction is enough. */
  private async requireNoOperator({ accountId }: ApplicationPrincipal, personId: string): Promise<void> {
    const { role } = await this.memberships.find(this.dataSource.manager, accountId, personId);
    if (role !== 'operator') return;
    throw new DomainError('Forbidden', {
      message: 'This person is an operator of the installation. Operators change operators, at /operations/people.',
    });
  }

  /** @throws DomainError NotFound */
  private async answerOf(manager: EntityManager, reader: ApplicationPrincipal, personId: string) {
    const membership = await this.memberships.find(manager, reader.accountId, personId);
    const person = await manager.findOneByOrFail(Person, { id: personId });
    return answerOf(membership, await this.people.open(person), reader);
  }

  private async answersOf(manager: EntityManager, memberships: readonly Membership[], reader: ApplicationPrincipal) {
    const people = await manager.findBy(Person, { id: In(memberships.map(({ personId }) => personId)) });
    const opened = await Promise.all(
      people.map(async (person) => [person.id, await this.people.open(person)] as const),
    );
    const byId = new Map(opened);
    return memberships.flatMap((membership) => {
      const personal = byId.get(membership.personId);
      return personal ? [answerOf(membership, personal, reader)] : [];
    });
  }
}

/** Only owners get the links, and only for people who are not operators. Applications can't change people. */
const answerOf = (
  { personId, role }: Membership,
  { email, name }: { readonly email: string; readonly name: string },
  { userId }: ApplicationPrincipal,
): ResourceAnswer<'person'> => ({
  type: 'resource',
  kind: 'person',
  id: personId,
  attributes: { id: personId, email, name, role },
  links:
    userId === undefined || role === 'operator'
      ? {}
      : { edit: ref('person', personId), remove: ref('person', personId) },
});
