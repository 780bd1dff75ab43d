import { Body, Controller } from '@nestjs/common';
import { bestOf, type FactAnswer, ref, type SearchFound, type SearchHit, searchQuery } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Account } from '../account/account.entity.js';

/** Finds the account itself for a search over all services. */
@Controller()
export class SearchController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves('search')
  async search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    const { data: query } = searchQuery.safeParse(body);
    if (!query) throw new DomainError('BadRequest');
    const isAsked = query.kinds.includes('account') && query.text.toLowerCase() === query.accountId;
    const account = isAsked && (await this.dataSource.manager.findOneBy(Account, { id: query.accountId }));
    return { type: 'fact', fact: bestOf(account ? [hitOf(account)] : []) };
  }
}

const hitOf = ({ id, name, createdAt }: Account): SearchHit => ({
  resource: ref('account', id),
  text: name,
  matched: 'id',
  created: createdAt.toISOString(),
});
