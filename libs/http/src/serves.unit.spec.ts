import { describe, expect, it } from '@jest/globals';
import type { ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { transferRoutes } from '@halyard/contracts/transfers';
import { servedBy, Serves } from './serves.js';

const answerOf = <Answer>(): Promise<Answer> => Promise.reject(new Error('it is not called'));

class Transfers {
  @Serves(transferRoutes.getTransfer)
  get(): Promise<ResourceAnswer<'transfer'>> {
    return answerOf();
  }
}

class Mistaken {
  // @ts-expect-error the row says that it answers a transfer
  @Serves(transferRoutes.getTransfer)
  anotherKind(): Promise<ResourceAnswer<'customer'>> {
    return answerOf();
  }

  // @ts-expect-error it does not say which kind it answers
  @Serves(transferRoutes.getPayment)
  anyKind(): Promise<ResourceAnswer> {
    return answerOf();
  }
}

describe('the handler of a route', () => {
  it('is found by its row', () => {
    expect([...servedBy(Transfers)]).toEqual([[transferRoutes.getTransfer, 'get']]);
  });

  it('answers no other kind of resource than the row says: the compiler refuses it', () => {
    expect([...servedBy(Mistaken).keys()]).toEqual([transferRoutes.getTransfer, transferRoutes.getPayment]);
  });
});
