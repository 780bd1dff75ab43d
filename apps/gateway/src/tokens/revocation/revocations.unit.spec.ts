import { Health } from '@halyard/http';
import { Metrics } from '@halyard/observability';
import { expect, it } from '@jest/globals';
import { FakeServices, testClock } from '../../../test/fakes.js';
import { gatewayConfig } from '../../config.js';
import { Revocations } from './revocations.js';

it('a list that was never current has been old since the process began, and a current one is not', () => {
  const clock = testClock();
  const config = gatewayConfig({ PUBLIC_BASE_URL: 'https://localhost:8443' });
  const revocations = new Revocations(config, new FakeServices(), clock, new Health(), new Metrics());
  const began = clock.system().getTime() - performance.now();
  expect(revocations.oldSince(10)?.getTime()).toBeLessThanOrEqual(Math.ceil(began));
  revocations.isCurrent();
  expect(revocations.oldSince(10)).toBeUndefined();
});
