import { bankNumbersQuery } from '@halyard/contracts/bank-files';
import { type AppliedCorrection, appliedCorrections, type FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { ServiceAnswer } from '@halyard/http';
import { factAnswer, type TestCall, type TestService } from '@halyard/testing';
import { ClockedWorld } from './account-clock.js';

export const CORRECTIONS = 'POST /internal/funding-sources/corrections';

/** An account with a clock, and with banks that behave as a test says. */
export class BehavingWorld extends ClockedWorld {
  /** Corrections as the owner of the banks was told them, each time. */
  readonly corrections: AppliedCorrection[] = [];
  /** Whether the owner changes banks. */
  isApplied = true;
  private readonly routingNumbers = new Map<string, string>();

  constructor(service: TestService) {
    super(service);
    service.services.answer('POST /internal/funding-sources/numbers', ({ body }) => {
      const banks = bankNumbersQuery.parse(body).banks.map(({ fundingSourceId, version = 1 }) => {
        const routingNumber = this.routingNumbers.get(fundingSourceId) ?? '222222226';
        return { fundingSourceId, version, numbers: { routingNumber, accountNumber: '123456789' } };
      });
      return factAnswer({ banks });
    });
    service.services.answer(CORRECTIONS, ({ body }) => {
      const { corrections } = appliedCorrections.parse(body);
      this.corrections.push(...corrections);
      const outcomes = corrections.map(({ correctionId }) => ({ correctionId, applied: this.isApplied }));
      return factAnswer({ outcomes, sources: [] });
    });
  }

  /** A bank of the account with a routing number of its own. */
  bankAt(routingNumber: string, over: Partial<FundingSourceFact> = {}): FundingSourceFact {
    const bank = this.source(this.account, 'bank', over);
    this.routingNumbers.set(bank.fundingSourceId, routingNumber);
    return bank;
  }

  async behave(behavior: object): Promise<void> {
    const { status, body } = await this.call('POST', '/sandbox-bank-behavior', { body: behavior });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  /** Runs a simulation. @returns `settled` and so on for each transfer, by its id */
  async simulated(call: TestCall = {}): Promise<Readonly<Record<string, unknown>>> {
    const { body } = await this.call('POST', '/sandbox-simulations', call);
    const id = body.type === 'resource' ? body.links['transfers']?.id : undefined;
    if (id === undefined) throw new Error(JSON.stringify(body));
    const { body: list } = await this.call('GET', `/sandbox-simulations/${id}/transfers`);
    if (list.type !== 'collection') throw new Error(JSON.stringify(list));
    return Object.fromEntries(list.items.map(({ id: leg, attributes }) => [leg, attributes['did']]));
  }

  simulateOne(id: string, wish: object): Promise<ServiceAnswer> {
    return this.call('POST', `/transfers/${id}/simulation`, { body: wish });
  }

  /** The attributes of what a transfer's bank has corrected. */
  async correctionsOf(id: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { body } = await this.call('GET', `/transfers/${id}/corrections`);
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items.map(({ attributes }) => attributes);
  }

  /** `#1` and so on, and the rule that struck, of each leg of payments, in the order of the names. */
  async drawn(paymentIds: Readonly<Record<string, string>>): Promise<string[]> {
    const rows = await this.service.dataSource.query<
      { payment_id: string; place: number; name: string; rule: string }[]
    >(
      `SELECT payment_id, place, name, rule FROM entry_draws JOIN transfers ON id = leg_id
       WHERE payment_id = ANY ($1::uuid[]) ORDER BY length(name), name`,
      [Object.values(paymentIds)],
    );
    const names = new Map(Object.entries(paymentIds).map(([name, id]) => [id, name]));
    return rows.map(({ payment_id: id, place, name, rule }) =>
      [`${name} ${names.get(id)}.${place}`, rule].filter(Boolean).join(' '),
    );
  }
}
