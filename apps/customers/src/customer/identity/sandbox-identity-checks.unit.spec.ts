import { describe, expect, it } from '@jest/globals';
import { identityChecksBehaviour, outcomes } from './identity-checks.behaviour.js';
import { SandboxIdentityChecks, sentinels } from './sandbox-identity-checks.js';

describe('the checks of the sandbox', () => {
  identityChecksBehaviour(() => new SandboxIdentityChecks());
});

describe('the table of the behaviour', () => {
  it.each(Object.entries(sentinels))('has every name of a %s', (subject, [first]) => {
    const shown = outcomes.flatMap(([about, names]) => (about === subject && first ? [names[first.of] ?? ''] : []));
    expect(shown).toEqual(expect.arrayContaining(Object.keys(first?.words ?? {})));
  });
});
