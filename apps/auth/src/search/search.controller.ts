import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, ref, type SearchFound, type SearchHit, searched } from '@halyard/contracts';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Account } from '../account/account.entity.js';

/** Finds the account itself for a search over all services. */
@Controller()
export class SearchController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves('search')
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, async ({ text, accountId, kinds }) => {
      const isAsked = kinds.includes('account') && text.toLowerCase() === accountId;
      const account = isAsked && (await this.dataSource.manager.findOneBy(Account, { id: accountId }));
      return account ? [hitOf(account)] : [];
    });
  }
}

const hitOf = ({ id, name, createdAt }: Account): SearchHit => ({
  resource: ref('account', id),
  text: name,
  matched: 'id',
  created: createdAt.toISOString(),
});
