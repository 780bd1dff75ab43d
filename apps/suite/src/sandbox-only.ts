import type { SuiteConfig } from './config.js';
import { StartFailure } from './start-failure.js';

/** @throws StartFailure for production, which needs a bank partner */
export function requireSandbox({ environment }: SuiteConfig): void {
  if (environment === 'production') {
    throw new StartFailure('ENVIRONMENT=production needs a bank partner, and none is configured: use sandbox.');
  }
}
