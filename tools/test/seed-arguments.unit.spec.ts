import { describe, expect, it } from '@jest/globals';
import { seedingOf } from '../seed-arguments.ts';

const ACCOUNT = '0195b3a0-0000-7000-8000-00000000000a';
const CALLBACK = 'http://localhost:3000/callback';

describe('npm run seed', () => {
  it.each([
    ['--account Harbor', { adds: 'account', name: 'Harbor' }],
    ['--person ada@example.com --role owner', { adds: 'person', email: 'ada@example.com', name: 'ada', role: 'owner' }],
    [
      `--person ada@example.com --role viewer --name Ada --of ${ACCOUNT}`,
      { adds: 'person', email: 'ada@example.com', name: 'Ada', role: 'viewer', accountId: ACCOUNT },
    ],
    [
      `--application Sync --kind integration --redirect-url ${CALLBACK}`,
      {
        ...{ adds: 'integration', name: 'Sync', redirectUrls: [CALLBACK], permissions: 'read-write-transact' },
        ...{ isApproved: false, isStrict: false },
      },
    ],
    [
      `--application Sync --kind integration --redirect-url ${CALLBACK} --permissions read --approve --strict --of ${ACCOUNT}`,
      {
        ...{ adds: 'integration', name: 'Sync', redirectUrls: [CALLBACK], isApproved: true, isStrict: true },
        permissions: 'read',
        accountId: ACCOUNT,
      },
    ],
    ['--first-party', { adds: 'first-party' }],
    [`--first-party --of ${ACCOUNT}`, { adds: 'first-party', accountId: ACCOUNT }],
  ])('%s adds what it names', (line, seeding) => {
    expect(seedingOf(line.split(' '))).toEqual(seeding);
  });

  it.each([
    [['--person', 'ada@example.com', '--role', 'captain'], /--role/],
    [['--application', 'Sync', '--kind', 'server'], /--kind integration/],
    [['--application', 'Sync', '--kind', 'integration'], /--redirect-url/],
    [['--application', 'Sync', '--kind', 'integration', '--redirect-url', 'http://evil.example/'], /redirect URL/],
    [['--person', 'ada@example.com', '--role', 'owner', '--of', 'x'], /--of ACCOUNT_ID/],
    [['--person', '"a\r\nBcc: x"@example.com', '--role', 'owner'], /e-mail address/],
    [
      ['--application', 'X', '--kind', 'integration', '--redirect-url', CALLBACK, '--permissions', 'all'],
      /--permissions/,
    ],
    [['--first-party', '--of', 'x'], /--of ACCOUNT_ID/],
    [[], /npm run seed/],
  ])('refuses %j, and says what is wrong', (args, words) => {
    expect(() => seedingOf(args)).toThrow(words);
  });
});
