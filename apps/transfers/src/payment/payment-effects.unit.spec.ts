import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import type { Operation } from '@halyard/contracts';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { settle, startProcess } from '../../test/payment-processes.js';
import { termsOf } from '../../test/payments.js';
import { paymentIdOf } from '../payment-ids.js';
import { PaymentEffects } from './payment-effects.js';

const APPENDS = 4;

describe('a transfer between balances whose process dies', () => {
  it.each(Array.from({ length: APPENDS }, (_, step) => step + 1))(
    'at append %i has moved its money once its repeat is told that it stands',
    async (step) => {
      const store = new InMemoryEventStore();
      const terms = termsOf('balanceTransfer');
      const funding = termsOf('deposit', { destination: terms.source });
      const { process: funder } = startProcess(store);
      await funder.begin(funding, {});
      await settle(funder, funding);

      let appends = 0;
      const dying = new FaultyEventStore(store, () => {
        appends += 1;
        if (appends < step) return 'committed';
        dying.sever();
        return 'lost';
      });
      await expect(startProcess(dying).process.begin(terms, {})).rejects.toThrow();
      await dying.settled();

      const { payments, process, balances } = startProcess(store);
      // The id of a payment and that of its operation are each other's siblings.
      const operation = { id: paymentIdOf(terms.paymentId) } as Operation;
      const effect = await new PaymentEffects(payments, process).outcomeOf(operation);
      if (effect.kind === 'none') await process.begin(terms, {});
      else expect(effect.kind).toBe('stands');
      const { availableMinor } = await balances.current(terms.destination.fundingSourceId);
      expect(availableMinor).toBe(BigInt(terms.legs[0].amount.minor));
    },
  );
});
