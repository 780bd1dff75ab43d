import { publicRoutes } from '@halyard/public-api';
import type { HalClient } from '@halyard/suite/client';
import { type HalAnswer } from '@halyard/suite/client';
import { pictureOf, postDocument } from './documents.js';
import { balanceOf, companyBody, hrefOf, ownerBody, personalCustomer, transferOf, usd } from './journeys.js';
import { LinkingPage } from './linking.js';
import { severalAtOnce } from './side-by-side.js';

/** Part of every name, address, note and file of a known person, and of nothing else. */
const NAME = 'Xanthewilde';
/** The beginning of all their account numbers and passport numbers. */
const ACCOUNT = '709192338471';
const PASSPORT = 'XP-70919233';
const SSN_BASE = 518_000_000;
const EIN_BASE = 420_000_000;

/** A group has ten persons: four customers, and a company's administrator, controller and four owners. */
export const PERSONS_IN_GROUP = 10;
const OWNERS = 4;

const twoLetters = (value: number): string =>
  String.fromCodePoint(97 + (Math.floor(value / 26) % 26), 97 + (value % 26));
const lettersOf = (value: number): string => twoLetters(Math.floor(value / 676)) + twoLetters(value);

/** A person with a known name and known numbers, which nobody else has. */
class Person {
  readonly lastName: string;

  constructor(private readonly number: number) {
    this.lastName = `${NAME}-${lettersOf(number)}`;
  }

  get name() {
    return { firstName: `${NAME} Ada`, lastName: this.lastName };
  }

  get contact() {
    return { ...this.name, email: `${this.lastName}@example.com`, phone: '5553334444' };
  }

  get address() {
    return { address1: `${1 + (this.number % 999)} ${NAME} Street` };
  }

  get ssn(): string {
    return String(SSN_BASE + this.number * 37);
  }

  get ein(): string {
    const digits = String(EIN_BASE + this.number * 41);
    return `${digits.slice(0, 2)}-${digits.slice(2)}`;
  }

  get passport() {
    return { passport: { number: `${PASSPORT}${this.number}`, country: 'FR' }, ssn: undefined };
  }

  get bank() {
    const accountNumber = `${ACCOUNT}${String(this.number).padStart(5, '0')}`;
    return { routingNumber: '222222226', accountNumber, bankAccountType: 'checking', name: `${NAME}'s money` };
  }
}

async function expectStatus(asked: Promise<HalAnswer>, ...expected: readonly number[]): Promise<HalAnswer> {
  const answer = await asked;
  if (!expected.includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Persons with known names and numbers. Their names and numbers come into Halyard in every possible way. */
export class KnownPersons {
  /** Customers who hold money. */
  readonly holders: string[] = [];
  /** All customers whom an operator erases. A company counts as one of them, together with its owners. */
  readonly customers: string[] = [];

  constructor(
    private readonly client: HalClient,
    readonly groups: number,
  ) {}

  /** Known parts of all names, in any case. */
  readonly names = [NAME, NAME.toLowerCase(), NAME.toUpperCase()];

  /** All numbers, with hyphens and without. */
  get numbers(): string[] {
    const persons = Array.from({ length: this.groups * PERSONS_IN_GROUP }, (_, number) => new Person(number));
    const digits = persons.flatMap(({ ssn, ein }) => [
      ...[ssn, `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`],
      ...[ein, ein.replace('-', '')],
    ]);
    return [ACCOUNT, PASSPORT, ...digits];
  }

  async arrive(group: number): Promise<void> {
    const persons = Array.from({ length: PERSONS_IN_GROUP }, (_, at) => new Person(group * PERSONS_IN_GROUP + at));
    const [holder, owner, receiver, upgraded, ...ofCompany] = persons as [Person, Person, Person, Person, ...Person[]];
    await this.holdsMoney(holder);
    await this.runsShop(owner);
    await this.receives(receiver);
    await this.isUpgraded(upgraded);
    await this.ownCompany(ofCompany as [Person, Person, ...Person[]]);
  }

  /** Pays out the money of all holders. */
  async payOut(): Promise<void> {
    await severalAtOnce(this.holders, async (holder) => {
      const { body } = await this.client.get(`${holder}/funding-sources`);
      const sources = body._embedded?.['funding-sources'] ?? [];
      const [bank, balance] = ['bank', 'balance'].map((type) => hrefOf(sources.find((each) => each['type'] === type)));
      await this.client.create('/transfers', transferOf(balance ?? '', bank ?? '', '10.00'));
    });
    await this.settle();
  }

  /** Lets banks handle everything that waits. One simulation takes the newest 500 transfers. */
  async settle(): Promise<void> {
    for (;;) {
      const { body } = await this.client.post('/sandbox-simulations');
      if (body.total === 0) return;
    }
  }

  private async holdsMoney(person: Person): Promise<void> {
    const { client } = this;
    const customer = await this.add(personalCustomer({ ...person.contact, ...person.address, ssn: person.ssn }));
    this.holders.push(customer);
    const bank = await client.create(`${customer}/funding-sources`, person.bank);
    await client.create(`${bank}/micro-deposits`, {});
    await client.post(`${bank}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') });
    const deposit = transferOf(bank, await balanceOf(client, customer), '10.00');
    await client.create('/transfers', { ...deposit, metadata: { note: `for ${person.lastName}` } });
    await expectStatus(client.get(`/customers?search=${person.lastName}`), 200);
    await expectStatus(client.get(`/customers?email=${person.contact.email}`), 200);
    await expectStatus(client.post(customer, { address1: `${NAME} Lane 2`, city: 'Ames', state: 'IA' }), 200);
  }

  private async runsShop(person: Person): Promise<void> {
    const { ssn, ein, lastName } = person;
    const shop = { type: 'business', businessName: `Shop of ${NAME}`, businessType: 'soleProprietorship' };
    const { businessClassification } = companyBody();
    const customer = await this.add(
      personalCustomer({ ...person.contact, ...shop, businessClassification, firstName: 'document', ssn, ein }),
    );
    const file = pictureOf(`${lastName} ${ssn}`);
    await expectStatus(postDocument(this.client, customer, { file, fileName: `${lastName}-${ssn}.jpg` }), 201);
  }

  private async receives(person: Person): Promise<void> {
    const customer = await this.add({ ...person.contact, type: 'receive-only' });
    const token = await new LinkingPage(this.client, customer).token('funding-sources-token');
    const { method, path } = publicRoutes.linkFundingSource;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await expectStatus(this.client.raw(method, path, headers, JSON.stringify(person.bank)), 200, 201);
  }

  private async isUpgraded(person: Person): Promise<void> {
    const { client } = this;
    const customer = await this.add(person.contact, { idempotencyKey: `key-${person.lastName.length}-${person.ein}` });
    const refused = { ...person.bank, routingNumber: person.ssn, name: '' };
    await expectStatus(client.post(`${customer}/funding-sources`, refused), 400);
    await expectStatus(client.post('/customers', { ...person.contact, type: person.ssn }), 400);
    const { email: _, ...rest } = personalCustomer({ ...person.name, ...person.address, ssn: person.ssn.slice(-4) });
    await expectStatus(client.post(customer, { ...rest, email: person.contact.email }), 200);
  }

  private async ownCompany([administrator, controller, ...owners]: [Person, Person, ...Person[]]): Promise<void> {
    const { client } = this;
    const { controller: template } = companyBody();
    const company = await this.add(
      companyBody({
        ...administrator.contact,
        ...administrator.address,
        ein: administrator.ein,
        businessName: `${NAME} Engines`,
        doingBusinessAs: `${NAME} Works`,
        controller: { ...template, ...controller.name, ...controller.passport },
      }),
    );
    for (const [at, owner] of owners.slice(0, OWNERS).entries()) {
      const numbers = at % 2 === 0 ? { ssn: owner.ssn } : owner.passport;
      const firstName = at === 0 ? 'document' : NAME;
      const created = await client.create(
        `${company}/beneficial-owners`,
        ownerBody({ ...owner.name, ...numbers, firstName }),
      );
      if (at > 0) continue;
      const file = pictureOf(`${owner.lastName} ${owner.ssn}`);
      await expectStatus(postDocument(client, created, { file, fileName: `${owner.lastName}.jpg` }), 201);
    }
    await client.create(`${company}/funding-sources`, administrator.bank);
  }

  private async add(body: object, options = {}): Promise<string> {
    const customer = await this.client.create('/customers', body, options);
    this.customers.push(customer);
    return customer;
  }
}
