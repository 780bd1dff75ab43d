import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, ref, sharedServiceRoutes } from '@halyard/contracts';
import { searched, type SearchFound, type SearchHit, type SearchQuery } from '@halyard/contracts/search';
import { Clock, isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { beginsWords, folded, nameWords } from '@halyard/lists';
import { DataSource, type FindOptionsWhere, In, MoreThan } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { OwnerAccess } from '../account-people/owner-access.js';
import { Application } from '../application/application.entity.js';
import { Invitation } from '../invitation/invitation.entity.js';
import { Membership } from '../person/membership.entity.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';

/** Only the newest people of an account are searched. */
const LOOKED_AT_MAX = 1_000;

/** Only searchers who may list people find these kinds. */
const OF_ACCOUNT = ['person', 'application', 'invitation'] as const;

@Controller()
export class SearchController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly access: OwnerAccess,
    private readonly clock: Clock,
  ) {}

  @Serves(sharedServiceRoutes.search)
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, async (query) => {
      const account = await this.account(query);
      if (account) return [account];
      const isAsked = OF_ACCOUNT.some((kind) => query.kinds.includes(kind));
      return isAsked && (await this.access.mayFind(query)) ? this.ofAccount(query) : [];
    });
  }

  private async account({ text, accountId, kinds }: SearchQuery): Promise<SearchHit | undefined> {
    if (!kinds.includes('account') || text.toLowerCase() !== accountId) return undefined;
    const account = await this.dataSource.manager.findOneBy(Account, { id: accountId });
    return account ? hitOf('account', account, account.name, 'id') : undefined;
  }

  private async ofAccount({ text, accountId }: SearchQuery): Promise<SearchHit[]> {
    const { manager } = this.dataSource;
    const id: unknown = text.toLowerCase();
    if (isId(id)) {
      const application = await manager.findOneBy(Application, { id, accountId });
      const expiresAt = MoreThan(this.clock.system());
      const invitation = await manager.findOneBy(Invitation, { id, accountId, expiresAt });
      const found = await this.peopleAmong({ accountId, personId: id });
      return [
        ...(invitation ? [hitOf('invitation', invitation, `Invitation, ${invitation.role}`, 'id')] : []),
        ...(application ? [hitOf('application', application, `${application.name}, ${application.status}`, 'id')] : []),
        ...found.map((person) => personHit(person, 'id')),
      ];
    }
    if (text.includes('@')) {
      const person = await this.people.find(manager, text);
      const found = person ? await this.peopleAmong({ accountId, personId: person.id }) : [];
      return found.map((one) => personHit(one, 'email'));
    }
    const words = nameWords(folded(text));
    if (words.length === 0) return [];
    const found = await this.peopleAmong({ accountId });
    return found.filter(({ name }) => beginsWords(name, words)).map((person) => personHit(person, 'name'));
  }

  private async peopleAmong(where: FindOptionsWhere<Membership>): Promise<readonly FoundPerson[]> {
    const { manager } = this.dataSource;
    const order = { createdAt: 'DESC', personId: 'DESC' } as const;
    const memberships = await manager.find(Membership, { where, order, take: LOOKED_AT_MAX });
    const people = await manager.findBy(Person, { id: In(memberships.map((one) => one.personId)) });
    const byId = new Map(people.map((person) => [person.id, person]));
    const opened = memberships.map(async ({ personId: id, role, createdAt }) => {
      const person = byId.get(id);
      return person ? [{ id, role, createdAt, name: (await this.people.open(person)).name }] : [];
    });
    return (await Promise.all(opened)).flat();
  }
}

interface FoundPerson extends Pick<Membership, 'role' | 'createdAt'> {
  readonly id: string;
  readonly name: string;
}

const hitOf = (
  kind: 'account' | (typeof OF_ACCOUNT)[number],
  { id, createdAt }: Pick<Account, 'id' | 'createdAt'>,
  text: string,
  matched: SearchHit['matched'],
): SearchHit => ({ resource: ref(kind, id), text, matched, created: createdAt.toISOString() });

const personHit = (person: FoundPerson, matched: SearchHit['matched']): SearchHit =>
  hitOf('person', person, `${person.name}, ${person.role}`, matched);
