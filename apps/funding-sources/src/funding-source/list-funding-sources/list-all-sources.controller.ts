import { Controller } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { capabilities } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves, timeOf } from '@halyard/http';
import { DeclaredQuery, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { anchored } from '@halyard/lists';
import { Sealer } from '@halyard/persistence';
import { DataSource, In } from 'typeorm';
import { lastFourOf } from '../bank-numbers.js';
import { fundingSourceAnswer } from '../funding-source.answer.js';
import { FundingSource } from '../funding-source.entity.js';
import { NewHolders } from '../party/new-holders.js';
import { SourceOwners } from '../party/source-owners.js';
import { SourceLists } from '../source-lists.rows.js';
import { type SourceConditions, sourceList } from './source-list.query.js';

const types = ['bank', 'balance'] as const;
const statuses = ['unverified', 'verified'] as const;

const allSourceFilters = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(/^\d{1,9}$/, Number),
  id: terms.ids,
  customerId: terms.id,
  type: terms.oneOf(types),
  status: terms.oneOf(statuses),
  removed: {
    ...terms.flag(true, 'Whether removed ones are shown, which they are unless asked not to.'),
    code: 'Invalid',
  },
});
type AllSourceFilters = ValuesOf<typeof allSourceFilters>;

@Controller()
export class ListAllSourcesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: SourceOwners,
    private readonly newHolders: NewHolders,
    private readonly lists: SourceLists,
    private readonly sealer: Sealer,
  ) {}

  @Serves(fundingSourceRoutes.listFundingSources)
  async list(
    @CurrentOperation() operation: Operation,
    @ReadQuery(allSourceFilters) filters: AllSourceFilters,
  ): Promise<CollectionAnswer> {
    const accountId = accountOf(operation);
    const account = await this.owners.requireWithBalance(operation, { kind: 'account', id: accountId });
    if (filters.anchor === undefined) await this.ensureBalances(operation, filters);
    const range = anchored({ oldest: 1, newest: await this.lists.lengthOf(accountId) }, filters.anchor);
    const query = { ...conditionsOf(filters), limit: filters.limit, offset: filters.offset };
    const { rows, ...page } = await sourceList.page(this.dataSource.manager, { ownerId: accountId, range }, query);
    return {
      type: 'collection',
      self: ref('listFundingSources'),
      of: 'funding-source',
      items: await Promise.all(rows.map((source) => this.answerOf(operation, source))),
      ...page,
      links: { account: ref('account', accountId) },
      ...(operation.wantsForms && !capabilities[account.status].banks && { isClosed: true }),
    };
  }

  /** Creates the balances that the filters may show. */
  private async ensureBalances(operation: Operation, { id, customerId }: AllSourceFilters): Promise<void> {
    if (id && (await this.haveAll(accountOf(operation), id))) return;
    if (customerId === undefined) return this.newHolders.ensureBalances(operation);
    try {
      await this.owners.requireWithBalance(operation, { kind: 'customer', id: customerId });
    } catch (error) {
      // If the account has no such customer, the list is empty.
      if (!(error instanceof DomainError && error.code === 'NotFound')) throw error;
    }
  }

  private async haveAll(accountId: string, ids: readonly string[]): Promise<boolean> {
    return (await this.dataSource.manager.countBy(FundingSource, { accountId, id: In(ids) })) === ids.length;
  }

  private async answerOf(operation: Operation, source: FundingSource) {
    const [owner, lastFour] = await Promise.all([
      this.owners.require(operation, { kind: source.ownerKind, id: source.ownerId }),
      lastFourOf(this.sealer, source),
    ]);
    return fundingSourceAnswer(source, { owner, at: timeOf(operation), lastFour });
  }
}

/**
 * The index has type, status and removal in this order, so a condition always names values of each: the one asked for,
 * or all.
 */
function conditionsOf({ id, customerId, type, status, removed }: AllSourceFilters): SourceConditions {
  if (type === undefined && status === undefined && removed) return { id, customerId };
  return {
    id,
    customerId,
    types: type ? [type] : types,
    statuses: status ? [status] : statuses,
    removed: removed ? [false, true] : [false],
  };
}
