import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { correctionsOutcome } from '@halyard/contracts/funding-sources';
import { newId, type ReturnCode } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { linesOf, resultsOf, sentBy, type StatedEntry, textOf, upload } from '../../test/uploads.js';
import { RETURNS, World } from '../../test/world.js';
import { PaymentProcess } from '../payment/payment.process.js';
import { BankEffects } from '../rail/bank-effects.js';
import { CorrectedLegs } from '../rail/corrected-legs.js';
import { FrozenSteps } from '../sandbox/frozen-steps.rows.js';
import { Commands } from '../commands.js';
import { transfersService } from '../transfers.module.js';

const CORRECTIONS = 'POST /internal/funding-sources/corrections';

describe('an upload that is interrupted', () => {
  let service: TestService;
  let world: World;
  const told: unknown[] = [];
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
    told.length = 0;
    service.services.answer(RETURNS.banks, ({ body }) => {
      told.push(body);
      return factAnswer([]);
    });
    service.services.answer(CORRECTIONS, ({ body }) => {
      const { corrections } = body as { corrections: { correctionId: string }[] };
      told.push(body);
      const outcomes = corrections.map(({ correctionId }) => ({ correctionId, applied: true }));
      return factAnswer(correctionsOutcome.parse({ outcomes, sources: [] }));
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const stated = async (codes: readonly (ReturnCode | 'C01')[]): Promise<StatedEntry[]> => {
    const customer = world.customer();
    for (const _ of codes) {
      await world.transfer(world.source(customer, 'bank'), world.source(customer, 'balance'), '5.00');
    }
    await world.simulate();
    const sent = await sentBy(world);
    return codes.flatMap((code, index) => {
      const original = sent[index];
      return original ? [{ original, code, ...(code === 'C01' && { correctedData: '7315550199' }) }] : [];
    });
  };

  interface Dying {
    calls: number;
    at: number;
    when: 'before' | 'after';
  }
  function dieIn<Owner extends object>(owner: Owner, name: keyof Owner & string, dying: Dying): void {
    const real = Reflect.get(owner, name) as (...parameters: unknown[]) => Promise<unknown>;
    jest.spyOn(owner, name as never).mockImplementation((async (...parameters: unknown[]) => {
      dying.calls += 1;
      const dies = dying.calls === dying.at;
      if (dies && dying.when === 'before') throw new Error('it died');
      const done = await real.apply(owner, parameters);
      if (dies) throw new Error('it died');
      return done;
    }) as never);
  }
  const dieAt = (at: number, when: Dying['when']): Dying => {
    const dying: Dying = { calls: 0, at, when };
    dieIn(service.get(FrozenSteps), 'frozen', dying);
    dieIn(service.get(PaymentProcess), 'bank', dying);
    dieIn(service.get(BankEffects), 'apply', dying);
    dieIn(service.get(CorrectedLegs), 'apply', dying);
    dieIn(service.get(FrozenSteps), 'taken', dying);
    dieIn(service.get(Commands), 'execute', dying);
    return dying;
  };
  const outcomeOf = async (entries: readonly StatedEntry[]): Promise<unknown[]> => {
    const transfers = await Promise.all(
      (await sentBy(world)).map(({ legId }) => world.call('GET', `/transfers/${legId}`)),
    );
    expect(entries).toHaveLength(transfers.length);
    return transfers.map(({ body }) => (body.type === 'resource' ? body.attributes['status'] : body));
  };

  it.each([
    ['returns', ['R02', 'R03', 'R02'], ['failed', 'failed', 'failed']],
    ['corrections', ['C01', 'C01'], ['processed', 'processed']],
  ] as const)('ends once in effect, whichever call it dies at: %s', async (_, codes, statuses) => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; ; at += 1) {
        world = new World(service);
        const entries = await stated(codes);
        const text = textOf(linesOf(entries));
        const operationId = newId();
        const dying = dieAt(at, when);
        const first = await upload(world, text, { operationId });
        jest.restoreAllMocks();
        if (dying.calls < at) break;
        expect(first.status).toBe(500);
        const again = await upload(world, text, { operationId });
        expect(await resultsOf(world, again)).toEqual(codes.map((code) => `applied ${code}`));
        expect(await outcomeOf(entries)).toEqual(statuses);
        const { body } = await world.call('GET', '/bank-files', { query: { direction: 'in' } });
        expect(body).toMatchObject({ total: 1 });
      }
    }
  });

  it('ends by itself if nobody repeats it', async () => {
    const entries = await stated(['R02', 'R03']);
    dieAt(4, 'before');
    expect((await upload(world, textOf(linesOf(entries)))).status).toBe(500);
    jest.restoreAllMocks();
    service.clock.advance(60_000);
    await until('the upload has ended', async () => {
      const statuses = await outcomeOf(entries);
      return statuses.every((status) => status === 'failed') && told.length > 0;
    });
  });
});
