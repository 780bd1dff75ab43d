import { expect, it } from '@jest/globals';
import { ConfigError } from '@halyard/config';
import { fundingSourcesConfig } from './config.js';

it('refuses production until it is said who reaches into banks', () => {
  expect(() => fundingSourcesConfig({ ENVIRONMENT: 'production' })).toThrow(ConfigError);
  expect(() => fundingSourcesConfig({ ENVIRONMENT: 'production' })).toThrow(/LINKING_PROVIDER/);
  expect(fundingSourcesConfig({ ENVIRONMENT: 'production', LINKING_PROVIDER: 'sandbox' })).toBeDefined();
  expect(fundingSourcesConfig({})).toBeDefined();
});
