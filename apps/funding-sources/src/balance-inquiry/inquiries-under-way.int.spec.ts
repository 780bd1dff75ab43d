import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccountClocks } from '@halyard/clocks';
import { type ApplicationPrincipal, ref } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { quietAnswer, type QuietQuestion } from '@halyard/contracts/sandbox-clock';
import { servicePrincipal } from '@halyard/testing';
import { addBank, addCustomer, bank, FundingSources, openAccount, usd } from '../../test/funding-sources.js';

describe('balance inquiries under way', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const asTransfers = { principal: servicePrincipal('transfers') };
  /** @returns the id of the bank that is asked */
  const inquire = async (): Promise<string> => {
    const id = await addBank(sources, principal, customer, bank());
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    await sources.service.call('POST', path, { principal, body: { amount1: usd('0.01'), amount2: usd('0.02') } });
    await sources.service.call('POST', `/internal/funding-sources/${id}/balance-inquiries`, asTransfers);
    return id;
  };
  const ask = async (question: Partial<QuietQuestion> = {}, { accountId } = principal) => {
    const path = `/internal/account-clocks/${accountId}/quiet-questions`;
    const body = { keys: [], deliveries: false, ...question };
    const answer = await sources.service.call('POST', path, { ...asTransfers, body });
    if (answer.body.type !== 'fact') throw new Error(JSON.stringify(answer.body));
    return quietAnswer.parse(answer.body.fact);
  };
  const freeze = (step: number, at: Date) =>
    sources.service.get(AccountClocks).store({
      ...{ accountId: principal.accountId, step, mode: 'frozen', banks: 'on-time', isAdvancing: false },
      ...{ at: at.toISOString(), madeAt: sources.service.clock.system().toISOString() },
    });

  it('are waited for until they have ended', async () => {
    const id = await inquire();
    expect((await ask()).waitingFor).toEqual([
      { what: 'balance-inquiry', count: 1, example: ref('funding-source', id) },
    ]);
    expect((await ask({}, openAccount(sources))).waitingFor).toEqual([]);
    const body = { accountId: principal.accountId, limit: 500 };
    await sources.service.call('POST', '/internal/balance-inquiries/completions', { ...asTransfers, body });
    expect((await ask()).waitingFor).toEqual([]);
  });

  it('are not waited for if they began later than the question is bound to', async () => {
    const { bound } = await ask();
    sources.service.clock.advance(1);
    await inquire();
    expect(await ask({ bound })).toMatchObject({ waitingFor: [], bound });
  });

  it('are not waited for while the clock stands, unless they are due', async () => {
    await inquire();
    const now = sources.service.clock.system();
    await freeze(1, now);
    expect((await ask()).waitingFor).toEqual([]);
    await freeze(2, new Date(now.getTime() + 4_999));
    expect((await ask()).waitingFor).toEqual([]);
  });
});
