import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';

const OTHER = 'another long sentence of mine';

describe('the count of log-ins', () => {
  let stage: PagesStage;
  beforeAll(async () => {
    stage = await PagesStage.open();
  });
  afterAll(() => stage.close());

  const counted = (outcome: 'accepted' | 'refused') => stage.auth.service.metric(`log_ins_total{outcome="${outcome}"}`);

  it('tells those that are accepted from those that are refused', async () => {
    const { email } = await stage.newPerson();
    expect([await counted('accepted'), await counted('refused')]).toEqual([0, 0]);
    await stage.loggedIn({ email });
    expect([await counted('accepted'), await counted('refused')]).toEqual([1, 0]);
    for (const address of [email, 'nobody@example.com']) {
      await stage.visitor().send('/login', { email: address, password: OTHER });
    }
    expect([await counted('accepted'), await counted('refused')]).toEqual([1, 2]);
  });

  it('has those as refused that come too early after wrong ones', async () => {
    const { email } = await stage.newPerson();
    const visitor = stage.visitor();
    for (let wrong = 0; wrong < 5; wrong += 1) await visitor.send('/login', { email, password: OTHER });
    const before = (await counted('refused')) ?? 0;
    expect((await visitor.send('/login', { email, password: PASSWORD })).status).toBe(429);
    expect(await counted('refused')).toBe(before + 1);
  });
});
