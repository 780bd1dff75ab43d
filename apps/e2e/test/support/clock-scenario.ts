import type { HalBody } from '@halyard/suite/client';
import { type ClockAccount, expectStatus } from './clock-account.js';
import {
  balanceOf,
  bankAccount,
  embedded,
  hrefOf,
  idOf,
  personalCustomer,
  transferOf,
  usd,
  verify,
} from './journeys.js';
import { Subscriber } from './subscriber.js';

/** The history of each resource of a scenario, by the role of the resource, in order. */
export type Outcome = Readonly<Record<string, readonly string[]>>;

/** The attributes of a timeline's entry that are no ids. */
const TOLD_OF_ENTRIES = ['at', 'kind', 'did', 'because', 'rule', 'bankDate', 'code', 'status', 'week', 'direction'];

/**
 * For `ClockScenario`: each thing that a bank can do by a rule, and an outage in which its debits should settle. Shares are
 * of entries with a correlation id, because the banks of its customers are added at the same time, in any order.
 */
export const scenarioBehavior = {
  seed: 'ci-42',
  rules: [
    { name: 'late', when: { direction: 'credit', route: 'ach' }, first: 1, then: { return: 'R03', after: 'P1D' } },
    {
      name: 'savings',
      when: { correlationId: 'bank-*' },
      then: { correct: 'C05', corrected: { bankAccountType: 'savings' } },
    },
    { name: 'guesses', when: { route: 'micro-deposit' }, then: { microDeposits: 'wrong-amounts' } },
    { name: 'nsf', when: { route: 'same-day' }, then: { return: 'R01' } },
    {
      name: 'slow',
      when: { owner: 'customer', route: 'ach', amount: { below: '20.00' } },
      share: '0.5',
      then: { delay: 'P3D' },
    },
  ],
  outages: [{ routingNumber: '222222226', from: '2026-03-05T00:00:00.000Z', to: '2026-03-05T18:00:00.000Z' }],
};

const amountOf = (body: HalBody, name: string): string => (body[name] as { readonly value: string }).value;

/**
 * One of each thing that takes time: debits that settle, are returned, and come back late after two banking days and
 * after sixty days; credits, one of them on the same day; a payment from bank to bank; a fee; a wire; micro-deposits that
 * nobody confirms; and a webhook subscription. Resources are known by their roles here, so that two runs can be compared.
 */
export class ClockScenario {
  private readonly roles = new Map<string, string>();
  private readonly balances: string[] = [];

  private constructor(
    readonly account: ClockAccount,
    private readonly subscriber: Subscriber,
  ) {}

  /** Makes everything at the time at which the account's clock stands. @param behavior of the account's banks */
  static async play(account: ClockAccount, behavior: object = {}): Promise<ClockScenario> {
    const scenario = new ClockScenario(account, await Subscriber.listen());
    expectStatus(200, await account.client.post('/sandbox-bank-behavior', behavior));
    await scenario.prepare();
    await scenario.pay();
    return scenario;
  }

  async close(): Promise<void> {
    await this.account.close();
    await this.subscriber.close();
  }

  private name(role: string, href: string): string {
    this.roles.set(idOf(href), role);
    return href;
  }

  /** The address of the resource with a role. */
  at(role: string): string {
    const found = [...this.roles].find(([, name]) => name === role);
    if (!found) throw new Error(`nothing is ${role}`);
    const [id] = found;
    const kind = role.startsWith('payment ') ? 'transfers' : role.includes("'s ") ? 'funding-sources' : 'customers';
    return `${this.account.client.connection.baseUrl}/${kind}/${id}`;
  }

  private async holder(role: string, bankName = 'Checking'): Promise<void> {
    const { client } = this.account;
    const customer = this.name(role, await client.create('/customers', personalCustomer({ firstName: role })));
    const sources = `${customer}/funding-sources`;
    const bank = this.name(`${role}'s bank`, await client.create(sources, bankAccount(undefined, bankName)));
    await verify(client, bank);
    this.balances.push(this.name(`${role}'s balance`, await balanceOf(client, customer)));
  }

  private async prepare(): Promise<void> {
    const { client } = this.account;
    const { accountId, baseUrl } = client.connection;
    const hook = { url: this.subscriber.url, secret: this.subscriber.secret };
    this.name('subscription', await client.create('/webhook-subscriptions', hook));
    const account = this.name('account', `${baseUrl}/accounts/${accountId}`);
    this.balances.push(this.name("account's balance", await balanceOf(client, account)));
    const bank = this.name("account's bank", await client.create('/funding-sources', bankAccount()));
    await verify(client, bank);
    await Promise.all([
      this.holder('Ada'),
      this.holder('Bob'),
      this.holder('Cyd', 'R01'),
      this.holder('Dan', 'R03-late'),
      this.holder('Eve', 'R10-late'),
    ]);
    const wire = { ...bankAccount(), name: 'Wires', channels: ['wire'] };
    this.name("Ada's wire", await client.create(`${this.at('Ada')}/funding-sources`, wire));
  }

  private async order(role: string, from: string, to: string, value: string, more: object = {}): Promise<void> {
    const body = {
      ...transferOf(this.at(from), this.at(to), value),
      correlationId: role.replaceAll(' ', '-'),
      ...more,
    };
    this.name(`payment ${role}`, await this.account.client.create('/transfers', body));
  }

  private async pay(): Promise<void> {
    await this.order('opening', "account's bank", "account's balance", '500.00');
    await this.order('opening of Ada', "Ada's bank", "Ada's balance", '100.00');
    // A simulation settles these two at once. Nothing of them happens again later.
    const { client } = this.account;
    expectStatus(200, await client.post('/sandbox-simulations', {}));
    const unconfirmed = await client.create(`${this.at('Bob')}/funding-sources`, bankAccount(undefined, 'Unconfirmed'));
    await client.create(`${this.name("Bob's unconfirmed bank", unconfirmed)}/micro-deposits`, {});
    await this.order('debit', "Bob's bank", "Bob's balance", '10.00');
    await this.order('returned', "Cyd's bank", "Cyd's balance", '11.00');
    await this.order('late after two days', "Dan's bank", "Dan's balance", '12.00');
    await this.order('late after sixty days', "Eve's bank", "Eve's balance", '13.00');
    await this.order('credit', "account's balance", "Bob's bank", '14.00');
    await this.order('same day', "account's balance", "Ada's bank", '15.00', {
      clearing: { destination: 'next-available' },
    });
    const chargeTo = { 'charge-to': { href: this.at('Ada') } };
    await this.order('bank to bank', "Ada's bank", "Bob's bank", '16.00');
    await this.order('with a fee', "Ada's balance", "Bob's balance", '17.00', {
      fees: [{ _links: chargeTo, amount: usd('0.50') }],
    });
    await this.order('wire', "Ada's balance", "Ada's wire", '18.00');
  }

  /** Gives the transfers that payments made besides the ones that their requests answered a role. */
  private async nameTransfers(): Promise<readonly HalBody[]> {
    const payments = await this.account.all('/payments', 'payments');
    for (const listed of payments) {
      const role = `payment ${String(listed['correlationId']).replaceAll('-', ' ')}`;
      const { body } = await this.account.client.get(hrefOf(listed));
      const parts = [...embedded(body, 'transfers'), ...embedded(body, 'fees')];
      const others = parts.filter(({ id }) => this.roles.get(String(id)) !== role);
      for (const [index, part] of others.entries()) this.roles.set(String(part.id), `${role}, part ${index + 2}`);
    }
    return payments;
  }

  /** Waits until everything is told, and reads all that happened since the scenario began. */
  async outcome(): Promise<Outcome> {
    await this.account.quiet();
    const payments = await this.nameTransfers();
    const told: Record<string, string[]> = {};
    const say = (about: string, line: string) => (told[about] ??= []).push(line);
    await Promise.all([
      this.sayEvents(say),
      this.sayTransfers(say),
      this.sayBalances(say),
      ...payments.map((payment) => this.sayTimeline(payment, say)),
    ]);
    return told;
  }

  private roleOf(href: string): string {
    return this.roles.get(idOf(href)) ?? `something else: ${href}`;
  }

  private async sayEvents(say: (about: string, line: string) => void): Promise<void> {
    const events = await this.account.all('/events', 'events');
    for (const event of events.toReversed()) {
      const resource = hrefOf(event, 'resource');
      say(`events of ${this.eventRole(resource)}`, `${String(event['created'])} ${String(event['topic'])}`);
    }
  }

  private eventRole(resource: string): string {
    const known = this.roles.get(idOf(resource));
    return known ?? `a ${resource.split('/').at(-2) ?? ''}`;
  }

  private async sayTransfers(say: (about: string, line: string) => void): Promise<void> {
    for (const transfer of await this.account.all('/transfers', 'transfers')) {
      const { status, created } = transfer;
      say(this.roleOf(hrefOf(transfer)), `${String(created)} ${amountOf(transfer, 'amount')} ${String(status)}`);
    }
  }

  /** One statement after the other, since a client may ask for few at a time. */
  private async sayBalances(say: (about: string, line: string) => void): Promise<void> {
    for (const balance of this.balances) await this.sayBalance(balance, say);
  }

  private async sayBalance(href: string, say: (about: string, line: string) => void): Promise<void> {
    const { client } = this.account;
    const about = this.roleOf(href);
    const balance = expectStatus(200, await client.get(`${href}/balance`));
    say(about, `available ${amountOf(balance, 'balance')}, last ${String(balance['lastUpdated'])}`);
    const statement = expectStatus(200, await client.get(`${href}/statement`));
    for (const posting of statement['postings'] as readonly HalBody[]) {
      const { revision, at, transfer } = posting;
      const of = this.roleOf((transfer as { readonly href: string }).href);
      say(about, [revision, at, amountOf(posting, 'amount'), amountOf(posting, 'balance'), of].map(String).join(' '));
    }
  }

  private async sayTimeline(payment: HalBody, say: (about: string, line: string) => void): Promise<void> {
    const about = `timeline of ${String(payment['correlationId'])}`;
    for (const entry of await this.account.all(hrefOf(payment, 'timeline'), 'entries')) {
      if (entry['kind'] === 'event' || entry['kind'] === 'delivery') continue;
      say(about, TOLD_OF_ENTRIES.flatMap((name) => (name in entry ? [String(entry[name])] : [])).join(' '));
    }
  }

  /** The topics that the subscriber heard of each resource of the scenario, each event once. */
  heard(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.roles].map(([id, role]) => [role, this.subscriber.topicsOf(id)]));
  }

  /** How often the subscriber was told something, repeats included. */
  get deliveries(): number {
    return this.subscriber.deliveries.length;
  }
}
