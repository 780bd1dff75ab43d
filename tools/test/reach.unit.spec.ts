import { describe, expect, it } from '@jest/globals';
import { reachOf } from '../reach/reach.ts';

const CREATE_TRANSFER = 'apps/transfers/src/payment/create-transfer/create-transfer';
const below = (folder: string, files: readonly string[]): number =>
  files.filter((file) => file.startsWith(folder)).length;

describe('what a use case reaches by its imports', () => {
  it('stays small: POST /transfers, behind the gateway', () => {
    const files = reachOf([`${CREATE_TRANSFER}.controller.ts`, `${CREATE_TRANSFER}.handler.ts`]);
    expect(below('libs/contracts/', files)).toBeLessThanOrEqual(21);
    expect(files.length).toBeLessThanOrEqual(130);
  });

  it('is counted by the files that declare the imported names', () => {
    expect(reachOf(['libs/facts/src/known-parties.ts'])).toEqual(
      expect.arrayContaining(['libs/contracts/src/parties/party-facts.ts', 'libs/http/src/service-calls.ts']),
    );
    expect(reachOf(['libs/facts/src/fact-kind.ts'])).toEqual(['libs/facts/src/fact-kind.ts']);
    const whole = reachOf(['libs/public-api/src/nouns.ts']);
    expect(whole).toContain('libs/contracts/src/webhooks/webhooks.ts');
  });
});
