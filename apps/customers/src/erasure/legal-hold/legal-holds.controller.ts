import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import {
  type CollectionAnswer,
  created,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { erasureRoutes } from '@halyard/contracts/erasures';
import { Clock, DomainError, newId } from '@halyard/core';
import { actorOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ReasonDto } from '@halyard/operators/reason-dto';
import { DataSource, type EntityManager, LessThan } from 'typeorm';
import { Customer } from '../../customer/customer.entity.js';
import { LegalHold } from './legal-hold.entity.js';

/** For one customer, including lifted holds: more would be a mistake. */
const HOLDS_MAX = 100;

function answerOf(hold: LegalHold): ResourceAnswer<'legal-hold'> {
  const { id, customerId, reason, operator, personId, created: at, lifted, liftedBy, liftedByPerson } = hold;
  return {
    type: 'resource',
    kind: 'legal-hold',
    id,
    attributes: {
      id,
      reason,
      operator,
      personId: personId ?? undefined,
      created: at.toISOString(),
      lifted: lifted?.toISOString(),
      liftedBy: liftedBy ?? undefined,
      liftedByPersonId: liftedByPerson ?? undefined,
    },
    links: { customer: ref('customer', customerId), lift: lifted ? undefined : ref('legal-hold', id) },
  };
}

/** Orders of courts and authorities to keep a person's data. Several may stand at once. */
@Controller()
@UseGuards(OperatorOnlyGuard)
export class LegalHoldsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound; InvalidResourceState for a customer that is being erased, MaxNumberOfResources */
  @Serves(erasureRoutes.setLegalHold)
  set(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) customerId: string,
    @Body() { reason }: ReasonDto,
  ): Promise<CreatedAnswer> {
    const { applicationId: operator, personId } = actorOf(operation);
    return this.changes.run(operation, async ({ tx }) => {
      const where = { id: customerId };
      const customer = await tx.findOne(Customer, { where, lock: { mode: 'pessimistic_write' } });
      if (!customer) throw new DomainError('NotFound');
      if (customer.erasureId) throw new DomainError('InvalidResourceState');
      if ((await tx.countBy(LegalHold, { customerId })) >= HOLDS_MAX) throw new DomainError('MaxNumberOfResources');
      const hold = { id: newId(), customerId, reason, operator, personId, created: this.clock.system() };
      await tx.insert(LegalHold, { ...hold, lifted: null, liftedBy: null, liftedByPerson: null });
      return created('legal-hold', hold.id);
    });
  }

  /** Newest first, including lifted ones. */
  @Serves(erasureRoutes.listLegalHolds)
  async list(
    @CurrentOperation() { wantsForms }: Operation,
    @Param('id', IdPipe) customerId: string,
  ): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const customer = await manager.findOneBy(Customer, { id: customerId });
    if (!customer) throw new DomainError('NotFound');
    const holds = await manager.find(LegalHold, { where: { customerId }, order: { id: 'DESC' } });
    return {
      type: 'collection',
      self: ref('listLegalHolds', customerId),
      of: 'legal-hold',
      items: holds.map(answerOf),
      total: holds.length,
      ...(wantsForms && (Boolean(customer.erasureId) || holds.length >= HOLDS_MAX) && { isClosed: true }),
    };
  }

  /** For all customers, newest first. */
  @Serves(erasureRoutes.listAllLegalHolds)
  async listAll(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const where = anchor === undefined ? {} : { id: LessThan(anchor) };
    const found = await manager.find(LegalHold, { where, order: { id: 'DESC' }, take: limit + 1 });
    const page = keysetPage(found, limit);
    return {
      type: 'collection',
      self: ref('listAllLegalHolds'),
      of: 'legal-hold',
      items: page.items.map(answerOf),
      total: await manager.count(LegalHold),
      keyset: page.keyset,
    };
  }

  @Serves(erasureRoutes.getLegalHold)
  async get(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'legal-hold'>> {
    return answerOf(await find(this.dataSource.manager, id));
  }

  /** Leaves a lifted hold as it is. @throws DomainError NotFound */
  @Serves(erasureRoutes.liftLegalHold)
  lift(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'legal-hold'>> {
    const { applicationId: liftedBy, personId: liftedByPerson } = actorOf(operation);
    return this.changes.run(operation, async ({ tx }) => {
      const hold = await find(tx, id, { mode: 'pessimistic_write' });
      if (hold.lifted) return answerOf(hold);
      const lifting = { lifted: this.clock.system(), liftedBy, liftedByPerson };
      await tx.update(LegalHold, { id }, lifting);
      return answerOf({ ...hold, ...lifting });
    });
  }
}

async function find(
  manager: EntityManager,
  id: string,
  lock?: { readonly mode: 'pessimistic_write' },
): Promise<LegalHold> {
  const hold = await manager.findOne(LegalHold, { where: { id }, lock });
  if (!hold) throw new DomainError('NotFound');
  return hold;
}
