import { AccountClocks } from '@halyard/clocks';
import { type ClockStep, type DueRunDone, timeAfter } from '@halyard/contracts/sandbox-clock';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { ReturnCode } from '@halyard/core';
import { factAnswer, type TestCall } from '@halyard/testing';
import { OnTimeBanks } from '../src/rail/on-time/on-time-banks.js';
import { OwnDueRuns } from '../src/sandbox-clock/own-due-runs.js';
import { World } from './world.js';

/** How often something due may fail. */
const TRIES_MAX = 5;

export interface ToldEntry {
  readonly kind: string;
  readonly at: string;
  readonly did?: string;
  readonly status?: string;
  readonly code?: string;
  readonly because?: string;
  readonly rule?: string;
  readonly bankDate?: string;
  readonly trace?: string;
}

/** Answers of a webhooks service that has no event yet. */
export const noWebhooks = {
  'POST /internal/events/of-facts': factAnswer({ keptSince: '2026-01-01T00:00:00.000Z', events: [] }),
};

type State = Partial<Pick<ClockStep, 'mode' | 'banks' | 'isAdvancing'>>;

/** An account with a clock of its own. The test makes the steps that an advance makes. */
export class ClockedWorld extends World {
  private made: ClockStep | undefined;

  get now(): Date {
    const system = this.service.clock.system();
    return this.made ? timeAfter(this.made, system) : system;
  }

  /** The step in the operations of clients. */
  get step(): number | undefined {
    return this.made?.mode === 'real' ? undefined : this.made?.step;
  }

  /** Makes a step; whatever is not given stays. */
  async stepTo(at: Date | string, state: State = {}): Promise<void> {
    const { made } = this;
    this.made = {
      accountId: this.accountId,
      mode: 'frozen',
      banks: 'on-time',
      isAdvancing: false,
      ...(made && { mode: made.mode, banks: made.banks, isAdvancing: made.isAdvancing }),
      ...state,
      step: (made?.step ?? 0) + 1,
      at: new Date(at).toISOString(),
      madeAt: this.service.clock.system().toISOString(),
    };
    await this.service.get(AccountClocks).store(this.made);
    const banks = this.service.get(OnTimeBanks);
    if (made?.banks !== 'on-time' && this.made.banks === 'on-time') await banks.begin(this.accountId, this.now);
    if (made?.banks === 'on-time' && this.made.banks !== 'on-time') await banks.end(this.accountId);
  }

  override call(method: 'GET' | 'POST' | 'PUT', path: string, call: TestCall = {}) {
    return super.call(method, path, { at: this.now.toISOString(), step: this.step, ...call });
  }

  async runDue(until: Date, traceparent?: string): Promise<DueRunDone> {
    const run = { step: this.made?.step, until: until.toISOString() };
    return this.service.get(OwnDueRuns).run(this.accountId, run, { traceparent });
  }

  /**
   * Does what is due until a moment, each thing at its own time, as an advance does. What fails is tried again.
   *
   * @returns what was done at each moment: `2026-03-02T22:00:00.000Z submitted 1`
   */
  async advance(to: Date | string, traceparent?: string): Promise<string[]> {
    const end = new Date(to);
    const moments: string[] = [];
    await this.stepTo(this.now, { isAdvancing: true });
    for (;;) {
      const { next } = await this.runDue(this.now, traceparent);
      if (!next || new Date(next.at) > end) break;
      await this.stepTo(next.at);
      let done = await this.runDue(this.now, traceparent);
      for (let tries = 1; done.next && new Date(done.next.at) <= this.now; tries += 1) {
        if (done.failing && tries > TRIES_MAX) throw new Error(done.failing.cause);
        done = await this.runDue(this.now, traceparent);
      }
      const did = Object.entries(done.did).filter(([, count]) => count > 0);
      moments.push([next.at, ...did.map(([what, count]) => `${what} ${count}`)].join(' '));
    }
    await this.stepTo(end, { isAdvancing: false });
    return moments;
  }

  /** The entries of a payment's timeline, without those of events. */
  async story(id: string): Promise<ToldEntry[]> {
    const { body } = await this.call('GET', `/payments/${id}/timeline`);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return (body.parts?.['entries'] ?? []).map(({ attributes }) => attributes as unknown as ToldEntry);
  }

  /** `2026-03-02T22:00:00.000Z submitted clock` for what banks did, with the rule that asked for it. */
  async banksOf(id: string): Promise<string[]> {
    return (await this.story(id)).flatMap(({ kind, at, did, code, because, rule, bankDate }) =>
      kind === 'bank' ? [[at, did, code, because, rule, bankDate].filter(Boolean).join(' ')] : [],
    );
  }

  async statusOf(id: string): Promise<unknown> {
    const { body } = await this.call('GET', `/transfers/${id}`);
    return body.type === 'resource' ? body.attributes['status'] : body;
  }

  bankThat(code: ReturnCode, isLate = false): FundingSourceFact {
    return this.source(this.account, 'bank', { returns: { code, isLate } });
  }
}
