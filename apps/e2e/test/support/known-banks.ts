import type { HalClient } from '@halyard/suite/client';
import { bankAccount, embedded, hrefOf, personalCustomer, sourceOf, transferOf, verify } from './journeys.js';
import { returnFile, sentEntries, upload } from './return-file.js';
import { severalAtOnce } from './side-by-side.js';

const ROUTING_NUMBER = '222222226';
/** Before all of the numbers and names, and nothing else. */
const NUMBER = '618833940';
const NAME = 'Zephyrwhistle';
const CUSTOMERS = 20;
const BANKS_OF_EACH = 5;
const RULES = 50;
const CORRECTIONS = 150;

const numberAt = (at: number): string => `${NUMBER}${String(at).padStart(4, '0')}`;
const nameAt = (at: number): string => `${NAME} ${String(at).padStart(4, '0')}`;

/** 300 numbers and names that occur in banks, rules and uploaded files alone. */
export class KnownBanks {
  readonly customers: string[] = [];
  /** Files that went out, and the one that came in. */
  readonly files: string[] = [];
  private readonly ofBanks = Array.from({ length: CUSTOMERS * BANKS_OF_EACH }, (_, at) => numberAt(at));
  private readonly ofRules: string[] = [];
  private readonly ofUploads: string[] = [];

  constructor(readonly client: HalClient) {}

  get all(): readonly string[] {
    return [...this.ofBanks, ...this.ofRules, ...this.ofUploads];
  }

  /** The numbers in the files whose addresses are in `files`, in their order. */
  get inFiles(): readonly (readonly string[])[] {
    return [this.ofBanks, this.ofUploads];
  }

  get inRules(): readonly string[] {
    return this.ofRules;
  }

  async arrive(): Promise<void> {
    const { client } = this;
    const changed = await client.post('/sandbox-bank-behavior', { rules: this.rules() });
    if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
    for (let at = 0; at < CUSTOMERS; at += 1)
      this.customers.push(await client.create('/customers', personalCustomer()));
    await severalAtOnce([...this.ofBanks.entries()], async ([at, accountNumber]) => {
      const bank = { routingNumber: ROUTING_NUMBER, accountNumber, bankAccountType: 'checking', name: 'Checking' };
      const added = await client.create(`${this.customers[at % CUSTOMERS] ?? ''}/funding-sources`, bank);
      await client.create(`${added}/micro-deposits`, {});
    });
    const account = `${client.connection.baseUrl}/accounts/${client.connection.accountId}`;
    const bank = await client.create('/funding-sources', bankAccount());
    await verify(client, bank);
    await client.create('/transfers', transferOf(bank, await sourceOf(client, account, 'balance'), '5.00'));
    await client.post('/sandbox-simulations', {});
    await this.correct();
  }

  /** The text of a file. */
  async contentOf(file: string): Promise<string> {
    const headers = { authorization: `Bearer ${await this.client.accessToken()}` };
    return (await this.client.download(`${file}/content`, headers)).body.toString();
  }

  private next(kept: string[], isName: boolean): string {
    const at = this.all.length;
    const known = isName ? nameAt(at) : numberAt(at);
    kept.push(known);
    return known;
  }

  /** Two of them strike the account's own debit and its micro-deposits. */
  private rules(): readonly object[] {
    return Array.from({ length: RULES }, (_, at) => {
      const isName = at % 2 === 1;
      const known = this.next(this.ofRules, isName);
      return {
        name: `rule-${at}`,
        when: at < 2 ? { owner: 'account' } : { correlationId: `none-${at}` },
        ...(at < 2 && { first: at + 1 }),
        then: isName
          ? { correct: 'C04', corrected: { name: known } }
          : { correct: 'C01', corrected: { accountNumber: known } },
      };
    });
  }

  private async correct(): Promise<void> {
    const { client } = this;
    const [out] = embedded((await client.get('/bank-files?direction=out')).body, 'bank-files');
    const sent = hrefOf(out);
    const entries = sentEntries(await this.contentOf(sent)).slice(0, CORRECTIONS);
    const corrections = entries.map((entry, at) => {
      const isName = at % 2 === 1;
      const corrected = this.next(this.ofUploads, isName).padEnd(29);
      return { entry, code: isName ? 'C04' : 'C01', corrected };
    });
    const { status, location } = await upload(client, returnFile(corrections));
    if (status !== 201) throw new Error(`the corrections were answered ${status}`);
    this.files.push(sent, location);
  }
}
