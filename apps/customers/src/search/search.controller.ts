import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, ref, type ResourceKind, sharedServiceRoutes } from '@halyard/contracts';
import { HITS_MAX, searched, type SearchFound, type SearchHit, type SearchQuery } from '@halyard/contracts/search';
import { isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { beginsWords, folded, nameWords } from '@halyard/lists';
import { DataSource, IsNull } from 'typeorm';
import { BeneficialOwner } from '../beneficial-owner/beneficial-owner.entity.js';
import { customerList, customersAt } from '../customer/customer-list.query.js';
import { CustomerLists } from '../customer/customer-lists.rows.js';
import { Customer, personNameOf, shownNameOf } from '../customer/customer.entity.js';
import { emailKey } from '../customer/search-keys.js';
import { Document } from '../document/document.entity.js';
import { controlledBy, ownersNamed } from './people-of-companies.query.js';

const PAGE = 100;

/** How many customers are looked at for one name. */
const LOOKED_AT_MAX = 1_000;

/** Finds customers, their owners and their documents for a search over all services. */
@Controller()
export class SearchController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
  ) {}

  @Serves(sharedServiceRoutes.search)
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, (query) => {
      const isAddress = query.text.includes('@');
      if (isId(query.text)) return this.byId(query);
      return isAddress ? this.byEmail(query) : this.byName(query);
    });
  }

  private async byId({ text, accountId }: SearchQuery): Promise<SearchHit[]> {
    const where = { id: text.toLowerCase(), accountId };
    const { manager } = this.dataSource;
    const [customer, owner, document] = await Promise.all([
      manager.findOneBy(Customer, { ...where, erasureId: IsNull() }),
      manager.findOneBy(BeneficialOwner, where),
      manager.findOneBy(Document, where),
    ]);
    return [
      ...(customer ? [hitOf(customer, 'id')] : []),
      ...(owner ? [ownerHit(owner, 'id')] : []),
      ...(document ? [documentHit(document)] : []),
    ];
  }

  private async byEmail({ text, accountId, kinds }: SearchQuery): Promise<SearchHit[]> {
    if (!kinds.includes('customer')) return [];
    const where = { accountId, emailKey: emailKey(text), erasureId: IsNull() };
    const order = { created: 'DESC', id: 'DESC' } as const;
    const found = await this.dataSource.manager.find(Customer, { where, order, take: HITS_MAX + 1 });
    return found.map((customer) => hitOf(customer, 'email'));
  }

  private async byName({ text, accountId, kinds }: SearchQuery): Promise<SearchHit[]> {
    const words = nameWords(folded(text));
    if (words.length === 0) return [];
    const { manager } = this.dataSource;
    const isAsked = (kind: ResourceKind): boolean => kinds.includes(kind);
    const [customers, companies, owners] = await Promise.all([
      isAsked('customer') ? this.customersNamed(accountId, words) : [],
      isAsked('customer') ? controlledBy(manager, accountId, words) : [],
      isAsked('beneficial-owner') ? ownersNamed(manager, accountId, words) : [],
    ]);
    return [
      ...customers,
      ...companies
        .filter(({ controller }) => controller && beginsWords(personNameOf(controller), words))
        .map((company) => hitOf(company, 'name')),
      ...owners.filter((owner) => beginsWords(personNameOf(owner), words)).map((owner) => ownerHit(owner, 'name')),
    ];
  }

  /**
   * Finds customers by name. The list also finds words in an address, and two words that begin the same word of a name,
   * so its matches are checked again.
   */
  private async customersNamed(accountId: string, words: readonly string[]): Promise<SearchHit[]> {
    const { manager } = this.dataSource;
    const list = { ownerId: accountId, range: { oldest: 1, newest: await this.lists.lengthOf(accountId) } };
    const hits: SearchHit[] = [];
    for (let offset = 0; offset < LOOKED_AT_MAX && hits.length <= HITS_MAX; offset += PAGE) {
      const { matches } = await customerList.find(manager, list, { words }, { limit: PAGE, offset });
      const numbers = matches.map(({ number }) => number);
      const customers = numbers.length === 0 ? [] : await customersAt(manager, accountId, numbers);
      const named = customers.filter((customer) => !customer.erasureId && isNamed(customer, words));
      hits.push(...named.map((customer) => hitOf(customer, 'name')));
      if (matches.length < PAGE) break;
    }
    return hits;
  }
}

const isNamed = (customer: Customer, words: readonly string[]): boolean =>
  beginsWords(personNameOf(customer), words) || beginsWords(customer.businessName ?? '', words);

const hitOf = (customer: Customer, matched: SearchHit['matched']): SearchHit => ({
  resource: ref('customer', customer.id),
  text: `${shownNameOf(customer)}, ${customer.status}`,
  matched,
  created: customer.created.toISOString(),
});

const ownerHit = (owner: BeneficialOwner, matched: SearchHit['matched']): SearchHit => ({
  resource: ref('beneficial-owner', owner.id),
  text: `${personNameOf(owner)}, ${owner.verificationStatus}`,
  matched,
  created: owner.created.toISOString(),
});

const documentHit = ({ id, type, verdict, created }: Document): SearchHit => ({
  resource: ref('document', id),
  text: `${type}, ${verdict}`,
  matched: 'id',
  created: created.toISOString(),
});
