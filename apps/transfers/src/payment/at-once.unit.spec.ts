import { describe, expect, it } from '@jest/globals';
import { startProcess } from '../../test/payment-processes.js';
import { termsOf } from '../../test/payments.js';
import { Stage } from '../../test/stage.js';
import { statusOf } from './payment.model.js';

const AT_ONCE = 64;

describe('sixty-four payments at once, in two processes, of more than the balance has', () => {
  it.each([
    ['between balances', 'holder balance to holder balance', 'ended'],
    ['to a bank', 'holder balance to own bank', 'open'],
  ])('%s: as many stand as in a row', async (_, flow, stands) => {
    const stage = await Stage.open();
    const processes = [stage.service, startProcess(stage.store)];
    const { source } = termsOf(flow);
    await stage.fund(source.fundingSourceId, 15_99n);
    const payments = await Promise.all(
      Array.from({ length: AT_ONCE }, (_one, n) =>
        processes[n % 2]?.process.begin(termsOf(flow, { source, minor: 1_00n }), {}),
      ),
    );
    const statuses = payments.map((payment) => payment && statusOf(payment));
    expect(statuses.filter((status) => status === stands)).toHaveLength(15);
    expect(statuses.filter((status) => status === 'refused')).toHaveLength(AT_ONCE - 15);
    const { availableMinor } = await stage.service.balances.current(source.fundingSourceId);
    expect(availableMinor).toBe(99n);
  });
});
