import { describe, expect, it } from '@jest/globals';
import { StartFailure } from './start-failure.js';
import { distributedOptions, startOptions } from './start-options.js';

describe.each([
  ['npm start', startOptions],
  ['npm run start:distributed', distributedOptions],
])('the options of %s', (_, optionsOf) => {
  it('are none by default', () => {
    expect(optionsOf([])).toMatchObject({ isFresh: false });
  });

  it('take a new data folder on request', () => {
    expect(optionsOf(['--fresh'])).toMatchObject({ isFresh: true });
  });

  it.each([['--frehs'], ['fresh'], ['--fresh=yes']])('say what they can be instead of %s', (arg) => {
    expect(() => optionsOf([arg])).toThrow(StartFailure);
    expect(() => optionsOf([arg])).toThrow('--fresh moves the data folder aside');
  });
});

it('npm start has no replicas', () => {
  expect(() => startOptions(['--replicas', 'transfers=2'])).toThrow(StartFailure);
});
