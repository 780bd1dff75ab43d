import { describe, expect, it } from '@jest/globals';
import { serviceRoutes } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { probeOperation } from './behaviour-service.js';
import { IdPipe } from '@halyard/input';
import { requireCaller } from './serves.js';
import { accountOf, operationOf } from './operation.js';

const application = probeOperation();
const service = probeOperation({ principal: { kind: 'service', service: 'transfers' } });

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.code : 'no refusal';
  }
};

describe('who asks', () => {
  it('an application acts for its account, a service for none', () => {
    expect(application.principal).toMatchObject({ accountId: accountOf(application) });
    expect(codeOf(() => accountOf(service))).toBe('Forbidden');
  });

  it('routes between services do not exist for applications', () => {
    expect(codeOf(() => requireCaller(service, serviceRoutes.getCustomerFact))).toBeUndefined();
    expect(codeOf(() => requireCaller(application, serviceRoutes.getCustomerFact))).toBe('NotFound');
  });

  it('routes between services are for those that are named as their callers', () => {
    for (const route of ['getSigningKeys', 'tellTransfersOfParty', 'endMicroDeposits'] as const) {
      const isCaller = route === 'endMicroDeposits';
      expect([route, codeOf(() => requireCaller(service, serviceRoutes[route]))]).toEqual([
        route,
        isCaller ? undefined : 'Forbidden',
      ]);
    }
  });

  it('a request that nobody vouched for is refused', () => {
    expect(codeOf(() => operationOf({}))).toBe('InvalidCredentials');
  });
});

describe('an id in a path', () => {
  it('is read in lower case, and one that cannot exist is not found', () => {
    const id = newId();
    expect(new IdPipe().transform(id.toUpperCase())).toBe(id);
    for (const text of ['', '1', `${id}0`, 'x'.repeat(36)]) {
      expect(codeOf(() => new IdPipe().transform(text))).toBe('NotFound');
    }
  });
});
