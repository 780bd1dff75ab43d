import { AuthModule, authService as served } from '../../src/auth.module.js';
import { PasswordCosts } from '../../src/password/passwords.js';

/** A third of what the tests of this service took was hashing at the recommended costs. */
export const passwordCosts = new PasswordCosts(64, 1);

export const authService: typeof served = {
  ...served,
  module: (config) => {
    const { providers = [], ...module } = AuthModule.with(config);
    return { ...module, providers: [...providers, { provide: PasswordCosts, useValue: passwordCosts }] };
  },
};
