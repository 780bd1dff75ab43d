import { parseArgs } from 'node:util';
import { type Permissions, permissions } from '@halyard/contracts';
import { type PersonRole, personRoles } from '@halyard/contracts/people';
import { isId } from '@halyard/core';
import { isEmailAddress, isRedirectUrl } from '@halyard/input';

/** The account to which something is added. Absent for the account of demo.json. */
interface Of {
  readonly accountId?: string;
}

/** The thing that `npm run seed` adds. */
export type SeedOrder =
  | { readonly adds: 'account'; readonly name: string }
  | (Of & { readonly adds: 'person'; readonly email: string; readonly name: string; readonly role: PersonRole })
  | (Of & {
      readonly adds: 'integration';
      readonly name: string;
      readonly redirectUrls: readonly string[];
      readonly permissions: Permissions;
      readonly isApproved: boolean;
      readonly isStrict: boolean;
    })
  | (Of & { readonly adds: 'first-party' });

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  ...{
    account: text,
    person: text,
    application: text,
    of: text,
    role: text,
    name: text,
    kind: text,
    permissions: text,
  },
  ...{ 'redirect-url': texts, approve: flag, strict: flag, 'first-party': flag },
} as const;

const USAGE =
  'npm run seed -- --account NAME | --person EMAIL … | --application NAME … | --first-party (see docs/how-to/let-people-log-in.md)';

const isPermissions = (given: string): given is Permissions => permissions.some((known) => known === given);
const isRole = (role: string | undefined): role is PersonRole => personRoles.some((known) => known === role);

/** @throws Error saying which argument to write, and how */
export function seedingOf(args: readonly string[]): SeedOrder {
  const { values } = parseArgs({ args: [...args], options });
  const { person: email, application, account, role, kind, of: accountId } = values;
  const of = accountId === undefined ? {} : { accountId };
  if (email) {
    if (!isRole(role)) throw new Error(`Say the role: --role ${personRoles.join(' | ')}`);
    if (!isEmailAddress(email)) throw new Error('Say an e-mail address: --person ada@example.com');
    requireId(accountId);
    return { adds: 'person', email, name: values.name ?? email.split('@')[0] ?? email, role, ...of };
  }
  if (application) {
    if (kind !== 'integration')
      throw new Error('Say the kind: --kind integration. Servers are made by POST /applications.');
    const redirectUrls = values['redirect-url'] ?? [];
    if (redirectUrls.length === 0) throw new Error('Say where it takes people back: --redirect-url URL');
    if (!redirectUrls.every(isRedirectUrl))
      throw new Error('A redirect URL is https, or http on a loopback address, without a fragment.');
    requireId(accountId);
    const { approve: isApproved, strict: isStrict, permissions: may = 'read-write-transact' } = values;
    if (!isPermissions(may)) throw new Error(`Say what it may do: --permissions ${permissions.join(' | ')}`);
    return { adds: 'integration', name: application, redirectUrls, permissions: may, isApproved, isStrict, ...of };
  }
  if (account) return { adds: 'account', name: account };
  if (!values['first-party']) throw new Error(USAGE);
  requireId(accountId);
  return { adds: 'first-party', ...of };
}

function requireId(accountId: string | undefined): void {
  if (accountId !== undefined && !isId(accountId)) throw new Error('Say the id of the account: --of ACCOUNT_ID');
}
