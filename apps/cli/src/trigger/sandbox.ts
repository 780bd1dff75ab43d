import { randomInt, randomUUID } from 'node:crypto';
import { ApiError } from '@halyard/client';
import type { Api, Hal } from '../api/api.js';
import { CommandFailure } from '../exit-codes.js';
import type { RequestKind } from '../nouns/noun.js';
import { type Overrides, withFields } from './overrides.js';

const usd = (value: string) => ({ value, currency: 'USD' });

/** Existing resources to use, and the amount of the transfer. */
export interface SandboxChoice {
  readonly customer?: string;
  readonly source?: string;
  readonly amount?: string;
}

const postal = {
  address1: '12 Harbor St',
  city: 'Portland',
  stateProvinceRegion: 'ME',
  postalCode: '04101',
  country: 'US',
};

const person = {
  firstName: 'Ada',
  lastName: 'Byron',
  type: 'personal',
  address1: '12 Harbor St',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  dateOfBirth: '1990-12-10',
  ssn: '1234',
};

const { dateOfBirth: _, ssn: __, ...place } = person;
const company = {
  ...place,
  type: 'business',
  businessName: 'Engines',
  businessType: 'llc',
  businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
  ein: '12-3456789',
  controller: {
    firstName: 'Grace',
    lastName: 'Hopper',
    title: 'CEO',
    dateOfBirth: '1970-02-28',
    ssn: '6789',
    address: postal,
  },
};

const beneficialOwner = { lastName: 'Shelley', dateOfBirth: '1980-03-04', ssn: '987-65-4321', address: postal };

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes the resources that events are about, through the API, with the fields that the user sets. */
export class Sandbox {
  readonly account: string;

  constructor(
    private readonly api: Api,
    private readonly chosen: SandboxChoice,
    private readonly overrides: Overrides,
  ) {
    this.account = `${api.profile.baseUrl}/accounts/${api.profile.accountId}`;
  }

  /** The chosen customer, or a new one who is verified. */
  async customer(): Promise<string> {
    return this.chosen.customer ?? this.newCustomer();
  }

  /** Makes a customer, on whom the sandbox decides by the first name (specification, sandbox simulation rules 1). */
  newCustomer(given: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.make('customer', '/customers', { ...person, email: this.address(), ...given });
  }

  async unverifiedCustomer(): Promise<string> {
    const { firstName, lastName } = person;
    return this.chosen.customer ?? this.make('customer', '/customers', { firstName, lastName, email: this.address() });
  }

  /** An owner of a company, on whom the sandbox decides by the first name. */
  async owner(firstName = 'Mary'): Promise<string> {
    const owned =
      this.chosen.customer ?? (await this.make('customer', '/customers', { ...company, email: this.address() }));
    return this.make('owner', `${owned}/beneficial-owners`, { firstName, ...beneficialOwner });
  }

  /** Uploads a document, on which the sandbox decides by the name of the file. */
  async document(subject: string, outcome: 'success' | 'fail'): Promise<string> {
    const form = new FormData();
    form.append('documentType', 'license');
    const name = `test-document-upload-${outcome}.png`;
    form.append('file', new File([new Uint8Array(PICTURE)], name, { type: 'image/png' }));
    const { headers } = await this.api.request('POST', `${subject}/documents`, { body: form });
    return headers.get('location') ?? '';
  }

  /** @param name in the sandbox a return code simulates a return, also of micro-deposits */
  bank(holder: string, name = 'Checking'): Promise<string> {
    return this.make('bank', holder === this.account ? '/funding-sources' : `${holder}/funding-sources`, {
      routingNumber: '222222226',
      accountNumber: String(randomInt(1e9, 1e12)),
      bankAccountType: 'checking',
      name,
    });
  }

  /** The chosen source, or a new bank that is verified. */
  async verifiedBank(holder: string): Promise<string> {
    return this.chosen.source ?? this.newVerifiedBank(holder);
  }

  async newVerifiedBank(holder: string): Promise<string> {
    const made = await this.microDeposits(holder);
    await this.api.post(`${made}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') });
    return made;
  }

  async microDeposits(holder: string, name?: string): Promise<string> {
    const made = await this.bank(holder, name);
    await this.api.create(`${made}/micro-deposits`);
    return made;
  }

  /**
   * Uses up the attempts to verify micro-deposits. The sandbox takes two amounts of nine cents for the last attempt
   * (specification, sandbox simulation rules 6).
   */
  async exhausted(holder: string): Promise<string> {
    const made = await this.microDeposits(holder);
    const amounts = { amount1: usd('0.09'), amount2: usd('0.09') };
    await this.api.post(`${made}/micro-deposits`, amounts).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    return made;
  }

  async inquired(): Promise<string> {
    const made = await this.verifiedBank(await this.customer());
    await this.api.get(`${made}/balance`);
    return this.simulated(made);
  }

  /** @throws CommandFailure if the holder has none */
  async balanceOf(holder: string): Promise<string> {
    const { _embedded } = await this.api.get(`${holder}/funding-sources`);
    const balance = (_embedded?.['funding-sources'] ?? []).find(({ type }) => type === 'balance');
    const href = balance?._links?.['self']?.href;
    if (href === undefined) throw new CommandFailure(`${holder} has no balance: verified customers have one`);
    return href;
  }

  pay(source: string, destination: string): Promise<string> {
    return this.make('transfer', '/transfers', {
      _links: { source: { href: source }, destination: { href: destination } },
      amount: usd(this.chosen.amount ?? '1.00'),
    });
  }

  /** Moves money from an owner's bank into its balance. The transfer is pending until the bank has processed it. */
  async deposit(holder: string): Promise<string> {
    return this.pay(await this.verifiedBank(holder), await this.balanceOf(holder));
  }

  /**
   * Moves money from the bank of a customer without a balance to the account. The transfer is pending until the bank
   * has processed it.
   */
  async collection(): Promise<string> {
    return this.pay(await this.verifiedBank(await this.unverifiedCustomer()), await this.balanceOf(this.account));
  }

  /** Moves money from the account's balance to a customer's balance. The transfer is done at once. */
  async instantTransfer(): Promise<string> {
    const receiver = await this.customer();
    return this.pay(this.chosen.source ?? (await this.balanceOf(this.account)), await this.balanceOf(receiver));
  }

  /**
   * Moves money from a bank to its owner's other bank, which is removed while the money is on its way to the balance.
   */
  async unpayable(holder: string): Promise<string> {
    const source = await this.verifiedBank(holder);
    const destination = await this.newVerifiedBank(holder);
    const transfer = await this.pay(source, destination);
    await this.changed(destination, { removed: true });
    return this.processed(transfer);
  }

  /**
   * Overdraws a balance: it spends money that the bank then takes back. If it is the account's own balance, it gets
   * back what it has spent.
   */
  async overdrawn(holder: string): Promise<string> {
    const balance = await this.balanceOf(holder);
    const deposit = await this.processed(await this.deposit(holder));
    const receiver = await this.balanceOf(await this.newCustomer());
    const { balance: all } = (await this.api.get(`${balance}/balance`)) as Hal & { balance: object };
    await this.move(balance, receiver, all);
    await this.api.post(`${deposit}/simulation`, { action: 'lateReturn', code: 'R01' });
    if (holder === this.account) await this.move(receiver, balance, all);
    return balance;
  }

  async processed(transfer: string): Promise<string> {
    await this.api.post(`${transfer}/simulation`, { action: 'process' });
    return transfer;
  }

  async failed(transfer: string, code = 'R01'): Promise<string> {
    await this.api.post(`${transfer}/simulation`, { action: 'fail', code });
    return transfer;
  }

  /** A bank whose numbers turned out to be wrong. */
  async unverified(holder: string): Promise<string> {
    const bank = await this.verifiedBank(holder);
    await this.failed(await this.pay(bank, await this.balanceOf(holder)), 'R22');
    return bank;
  }

  async changed(resource: string, change: object): Promise<string> {
    await this.api.post(resource, change);
    return resource;
  }

  async removed(resource: string): Promise<string> {
    await this.api.delete(resource);
    return resource;
  }

  /** Makes all banks of the account process their transfers. */
  async simulated(resource: string): Promise<string> {
    await this.api.post('/sandbox-simulations');
    return resource;
  }

  private move(source: string, destination: string, amount: object): Promise<string> {
    return this.api.create('/transfers', {
      _links: { source: { href: source }, destination: { href: destination } },
      amount,
    });
  }

  private make(kind: RequestKind, path: string, body: Readonly<Record<string, unknown>>): Promise<string> {
    return this.api.create(path, withFields(body, this.overrides.get(kind)));
  }

  private address(): string {
    return `ada-${randomUUID()}@example.com`;
  }
}
