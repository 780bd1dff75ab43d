import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedRequest, RequestContent } from '@halyard/contracts/requests';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { FakeServices } from '../../test/fakes.js';
import { GatewayFixture } from '../../test/gateway-fixture.js';

const services = new FakeServices();
let gateway: GatewayFixture;
beforeAll(async () => {
  gateway = await GatewayFixture.start({ REQUEST_LOG: 'full' }, services);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  services.recorded.length = 0;
  services.respond = () => errorAnswer(new DomainError('NotFound'));
});

async function change(body: object): Promise<RecordedRequest & { text: string }> {
  const { text } = await gateway.send('POST', '/sandbox-bank-behavior', { body });
  await gateway.untilRecorded(1);
  const [request] = services.recorded;
  if (!request) throw new Error('it was taken away');
  return { ...request, text };
}

const contentOf = ({ content }: RecordedRequest) => JSON.parse(content) as RequestContent;

describe('how banks behave', () => {
  const rule = <Then>(then: Then) => ({
    name: 'merged',
    when: {
      ...{ direction: 'debit', routingNumber: '222222226', amount: { from: '100.00' }, correlationId: 'order-*' },
      customerType: 'personal',
    },
    share: '0.02',
    then,
  });
  const outages = [{ routingNumber: '011000015', from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }];
  const corrected = {
    ...{ accountNumber: '98765432109', routingNumber: '011000015', bankAccountType: 'savings' },
    ...{ name: 'Ada Byron', individualId: 'A-98765432109' },
  };
  const seen = {
    ...rule({
      correct: 'C07',
      corrected: {
        ...{ accountNumber: '[account-number]', routingNumber: '[routing-number]', bankAccountType: 'savings' },
        ...{ name: '[name]', individualId: '[text]' },
      },
    }),
    when: { ...rule({}).when, routingNumber: '[routing-number]' },
  };
  const expected = {
    seed: 'ci-42 ✓',
    rules: [seen],
    outages: [{ ...outages[0], routingNumber: '[routing-number]' }],
  };
  const body = { seed: 'ci-42 ✓', rules: [rule({ correct: 'C07', corrected })], outages };

  it('is recorded with its seed and rules, and with numbers and names by their kinds', async () => {
    services.respond = () => ({
      status: 200,
      body: {
        ...{ type: 'resource', kind: 'sandbox-bank-behavior', id: '', links: {} },
        attributes: { ...body, counts: [{ rule: 'merged', looked: 3, struck: 1 }] },
      },
    });
    const { text, ...recorded } = await change(body);
    expect(text).toContain('98765432109');
    expect(contentOf(recorded).request.body).toEqual(expected);
    expect(contentOf(recorded).response.body).toMatchObject({
      ...expected,
      counts: [{ rule: 'merged', looked: 3, struck: 1 }],
    });
    for (const secret of ['98765432109', 'Ada', '222222226', '011000015']) {
      expect(JSON.stringify(recorded)).not.toContain(secret);
    }
  });

  it('is recorded without what no rule, share or seed can be', async () => {
    const wrong = { seed: 'Ada'.repeat(50), rules: [{ ...rule({ return: 'Ada' }), name: 'Ada', share: 'Ada' }] };
    const recorded = await change(wrong);
    expect(contentOf(recorded).request.body).toMatchObject({
      seed: '[invalid]',
      rules: [{ name: '[invalid]', share: '[invalid]', then: { return: '[invalid]' } }],
    });
    expect(recorded.content).not.toContain('Ada');
  });
});
