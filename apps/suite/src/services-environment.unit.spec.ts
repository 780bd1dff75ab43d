import { describe, expect, it } from '@jest/globals';
import { suiteConfig } from './config.js';
import { OwnPorts } from './own-ports.js';
import { servicesEnvironment } from './services-environment.js';

const environmentOf = (env: Readonly<Record<string, string>>, isWatched: boolean) =>
  servicesEnvironment(suiteConfig(env), env, { dataDir: '/data', ownPorts: new OwnPorts(), isWatched });

describe('the request log of the services', () => {
  it('is text where somebody watches a sandbox, unless it is said otherwise', () => {
    expect(environmentOf({}, true)).toMatchObject({ REQUEST_LOG: 'text', FORCE_COLOR: '1' });
    expect(environmentOf({ REQUEST_LOG: 'off' }, true)).toMatchObject({ REQUEST_LOG: 'off' });
    expect(environmentOf({ NO_COLOR: '1' }, true)).not.toHaveProperty('FORCE_COLOR');
  });

  it.each([
    [{}, false],
    [{ ENVIRONMENT: 'production' }, true],
  ] as const)('is not on with %j, watched: %s', (env, isWatched) => {
    expect(environmentOf(env, isWatched)).not.toHaveProperty('REQUEST_LOG');
  });
});
