import { describe, expect, it } from '@jest/globals';
import { StartFailure } from './start-failure.js';
import { distributedOptions } from './start-options.js';

const replicasOf = (args: readonly string[]) => distributedOptions(args).replicas;

const one = { gateway: 1, console: 1, auth: 1, customers: 1, 'funding-sources': 1, transfers: 1, webhooks: 1 };

describe('--replicas', () => {
  it('runs one process of each service unless told otherwise', () => {
    expect(replicasOf([])).toEqual(one);
    expect(replicasOf(['--replicas', 'transfers=2, gateway=3'])).toEqual({ ...one, transfers: 2, gateway: 3 });
    expect(replicasOf(['--replicas=funding-sources=16'])).toEqual({ ...one, 'funding-sources': 16 });
  });

  it.each([
    ['--replicas', 'transfer=2'],
    ['--replicas', 'transfers'],
    ['--replicas', 'transfers=0'],
    ['--replicas', 'transfers=17'],
    ['--replicas', 'transfers=-1'],
    ['--replicas', 'constructor=2'],
    ['--replica', 'transfers=2'],
    ['transfers=2'],
  ])('says what it takes instead of %s %s', (...args) => {
    expect(() => replicasOf(args)).toThrow(StartFailure);
    expect(() => replicasOf(args)).toThrow('service=count');
  });
});
