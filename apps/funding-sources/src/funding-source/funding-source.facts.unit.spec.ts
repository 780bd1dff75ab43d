import { describe, expect, it } from '@jest/globals';
import { fundingSourceFact } from '@halyard/contracts/funding-sources';
import { returnCodes } from '@halyard/core';
import { aBank } from '../../test/a-bank.js';
import { FundingSourcesConfig } from '../config.js';
import { FundingSourceFacts } from './funding-source.facts.js';

const bank = aBank();
const inSandbox = new FundingSourceFacts(Object.assign(new FundingSourcesConfig(), { environment: 'sandbox' }));
const inProduction = new FundingSourceFacts(Object.assign(new FundingSourcesConfig(), { environment: 'production' }));

describe('what others know of a source', () => {
  it.each(Object.keys(returnCodes))('is the return that the name %s stands for, never the name', (code) => {
    for (const isLate of [false, true]) {
      const fact = inSandbox.of({ ...bank, name: isLate ? `${code}-late` : code });
      expect(fact.returns).toEqual({ code, isLate });
      expect(fundingSourceFact.parse(fact)).toEqual(fact);
    }
  });

  it('is nothing of any other name, and no return at all in production', () => {
    expect(inSandbox.of(bank)).not.toHaveProperty('returns');
    expect(JSON.stringify(inSandbox.of(bank))).not.toContain('My bank');
    expect(inProduction.of({ ...bank, name: 'R01' })).not.toHaveProperty('returns');
  });

  it('is since when it is there', () => expect(inSandbox.of(bank).created).toBe(bank.created.toISOString()));

  it.each([
    ['ach', ['ach']],
    ['wire', ['wire']],
    [null, []],
  ] as const)('says that money reaches it by %s', (channel, channels) => {
    expect(inSandbox.of({ ...bank, channel }).channels).toEqual(channels);
  });
});
