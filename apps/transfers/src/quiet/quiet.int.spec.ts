import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ref } from '@halyard/contracts';
import type {} from '@halyard/contracts/operations';
import type {} from '@halyard/contracts/webhooks';
import type { QuietAnswer } from '@halyard/contracts/sandbox-clock';
import { newId } from '@halyard/core';
import { applicationPrincipal, factAnswer, startTestService, type TestService } from '@halyard/testing';
import { transfersService } from '../transfers.module.js';
import { ServiceCalls } from '@halyard/http';
import { Quiet } from './quiet.js';
import { GetQuiet, GetQuietHandler } from './quiet.query.js';
import type { RunningAdvances } from './running-advances.js';

const NOTHING: QuietAnswer = { unreached: [], waitingFor: [] };
const QUESTIONS = 'POST /internal/account-clocks/:id/quiet-questions';

describe('GET /sandbox-quiet of transfers', () => {
  let service: TestService;
  let principal: ReturnType<typeof applicationPrincipal>;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    principal = applicationPrincipal();
    answer(NOTHING);
  });

  /** What every service answers, this one too. */
  const answer = (told: QuietAnswer): void => {
    const written = { keys: [], next: '0:0', isFull: false };
    service.services.answer(QUESTIONS, () => factAnswer({ events: 3, written, ...told }));
  };
  const ask = async (query: Readonly<Record<string, string>> = { wait: '0' }) => {
    const { body } = await service.call('GET', '/sandbox-quiet', { principal, query });
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body;
  };

  it('says the time of the account, and the position of its last event', async () => {
    expect(await ask()).toMatchObject({
      kind: 'sandbox-quiet',
      attributes: { quiet: true, now: service.clock.system().toISOString(), events: 3 },
      links: { clock: ref('sandbox-clock') },
    });
    const asked = service.services.calls.filter(({ path }) => path.endsWith('/quiet-questions'));
    expect(asked.at(-1)?.path).toBe(`/internal/account-clocks/${principal.accountId}/quiet-questions`);
    expect(asked.some(({ body }) => (body as { readonly deliveries: boolean }).deliveries)).toBe(true);
  });

  const id = newId();
  it.each([
    [ref('payment', id), { href: `/payments/${id}`, 'resource-type': 'payment' }],
    [ref('webhook', id), { href: `/webhooks/${id}`, 'resource-type': 'webhook' }],
    [ref('funding-source', id), { href: `/funding-sources/${id}`, 'resource-type': 'funding-source' }],
    [
      ref('parked-key', id, 'webhooks'),
      { href: `/operations/webhooks/parked-keys/${id}`, 'resource-type': 'parked-key' },
    ],
    [ref('event', id), undefined],
  ])('links to the example %j', async (example, link) => {
    answer({ unreached: [], waitingFor: [{ what: 'parked', count: 1, example }] });
    const { attributes } = await ask();
    expect(attributes).toMatchObject({ quiet: false });
    // Every service was asked, and each has one.
    expect(attributes['waitingFor']).toEqual([{ what: 'parked', count: 5, ...(link && { example: link }) }]);
  });

  it.each([
    [{ wait: '31' }, 'Invalid /query/wait'],
    [{ wait: '-1' }, 'Invalid /query/wait'],
    [{ wait: '1.5' }, 'Invalid /query/wait'],
    [{ until: 'x' }, 'NotAllowed /query/until'],
  ])('refuses %j', async (query, fault) => {
    const { status, body } = await service.call('GET', '/sandbox-quiet', { principal, query });
    const faults = body.type === 'error' ? body.faults?.map(({ code, path }) => `${code} ${path}`) : undefined;
    expect([status, faults]).toEqual([400, [fault]]);
  });

  describe('while an advance goes on', () => {
    const advance = newId();
    /** @param running what goes on at each look; the last one stays */
    const state = async (running: readonly (string | undefined)[], waitSeconds: number) => {
      const looks = [...running];
      const handler = new GetQuietHandler(
        new Quiet(new ServiceCalls(service.services, 'transfers')),
        { of: () => Promise.resolve(looks.length > 1 ? looks.shift() : looks[0]) } satisfies RunningAdvances,
        service.clock,
      );
      const operation = { id: newId(), requestId: newId(), principal, at: service.clock.system().toISOString() };
      return (await handler.execute(new GetQuiet(operation, waitSeconds, new AbortController().signal))).state;
    };

    it('is not quiet, and names it', async () => {
      const example = ref('sandbox-clock-advance', advance);
      const waitingFor = [{ what: 'advance', count: 1, example }];
      expect(await state([advance], 0)).toEqual({ quiet: false, waitingFor, events: 3 });
    });

    it('is quiet once it has ended', async () => {
      expect(await state([advance, advance, undefined], 20)).toEqual({ quiet: true, events: 3 });
    });

    it('does not wait for a later one', async () => {
      expect(await state([advance, newId()], 20)).toEqual({ quiet: true, events: 3 });
    });
  });
});
