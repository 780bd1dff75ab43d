import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, ref, sharedServiceRoutes } from '@halyard/contracts';
import { searched, type SearchFound, type SearchHit, type SearchQuery } from '@halyard/contracts/search';
import { isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { beginsWords, folded, nameWords } from '@halyard/lists';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { OnDemandAuthorization } from '../on-demand-authorization/on-demand-authorization.entity.js';
import { bankByLastFour, banksNamed } from './found-banks.query.js';

const LAST_FOUR = /^\d{4}$/;

@Controller()
export class SearchController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  @Serves(sharedServiceRoutes.search)
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, async (query) => [...(await this.authorization(query)), ...(await this.sources(query))]);
  }

  private async authorization({ text, accountId }: SearchQuery): Promise<SearchHit[]> {
    if (!isId(text)) return [];
    const where = { id: text.toLowerCase(), accountId };
    const found = await this.dataSource.manager.findOneBy(OnDemandAuthorization, where);
    if (!found) return [];
    const resource = ref('on-demand-authorization', found.id);
    return [{ resource, text: 'On-demand authorization', matched: 'id', created: found.created.toISOString() }];
  }

  private async sources({ text, accountId, kinds }: SearchQuery): Promise<SearchHit[]> {
    if (!kinds.includes('funding-source')) return [];
    const { manager } = this.dataSource;
    if (isId(text)) {
      const source = await manager.findOneBy(FundingSource, { id: text.toLowerCase(), accountId });
      return source && source.name !== '' ? [hitOf(source, 'id')] : [];
    }
    const lastFour = LAST_FOUR.test(text) ? await bankByLastFour(manager, accountId, this.sealer, text) : [];
    const words = nameWords(folded(text));
    const named = words.length === 0 ? [] : await banksNamed(manager, accountId, words);
    return [
      ...lastFour.map((bank) => hitOf(bank, 'last-four')),
      ...named.filter(({ name }) => beginsWords(name, words)).map((bank) => hitOf(bank, 'name')),
    ];
  }
}

const hitOf = ({ id, name, status, removedAt, created }: FundingSource, matched: SearchHit['matched']): SearchHit => ({
  resource: ref('funding-source', id),
  text: `${name}, ${removedAt ? 'removed' : status}`,
  matched,
  created: created.toISOString(),
});
