import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from '@halyard/testing/clock';
import { transfersConfig } from '../config.js';
import { BankPartner, type Happenings, type Receipt } from './bank-partner.js';
import { PartnerSilent, PromptPartner } from './prompt-partner.js';

class HangingPartner extends BankPartner {
  asked = 0;
  answer: Promise<Receipt> = new Promise(() => undefined);

  override submit(): Promise<Receipt> {
    return this.find();
  }

  override find(): Promise<Receipt> {
    this.asked += 1;
    return this.answer;
  }

  override happened(): Promise<Happenings> {
    return Promise.reject(new Error('down'));
  }
}

describe('a partner that hangs', () => {
  let hanging: HangingPartner;
  let clock: TestClock;
  let partner: PromptPartner;
  beforeEach(() => {
    hanging = new HangingPartner();
    clock = new TestClock();
    partner = new PromptPartner(hanging, transfersConfig({ BANK_ANSWER_MS: '1' }), clock);
  });

  const ask = () => partner.ask((each) => each.find('an entry'));

  it('is waited for once, let be for a while, and asked again then', async () => {
    await expect(ask()).rejects.toBeInstanceOf(PartnerSilent);
    expect(partner.isSilent).toBe(true);
    await expect(ask()).rejects.toBeInstanceOf(PartnerSilent);
    expect(hanging.asked).toBe(1);
    clock.advance(30_000);
    hanging.answer = Promise.resolve({ kind: 'accepted' });
    expect(await ask()).toEqual({ kind: 'accepted' });
    expect([hanging.asked, partner.isSilent]).toEqual([2, false]);
  });

  it('is not the one that says at once that it can’t', async () => {
    await expect(partner.ask((each) => each.happened(undefined, 1))).rejects.toThrow('down');
    expect(partner.isSilent).toBe(false);
  });
});
