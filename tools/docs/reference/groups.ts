import type { PathOperation } from './openapi.ts';

/** The groups of the reference, and the last parts of paths by which an operation belongs to one. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Transfers: ['transfers', 'payments', 'statistics'],
  Customers: ['customers', 'business-classifications'],
  'Beneficial owners': ['beneficial-owners', 'beneficial-ownership'],
  Documents: ['documents'],
  'Funding sources': ['funding-sources', 'on-demand-authorizations'],
  'Bank linking': ['linking', 'iav-token', 'funding-sources-token', '1'],
  Webhooks: ['webhook-subscriptions', 'webhooks', 'replays'],
  Events: ['events'],
  'Requests and search': ['requests', 'idempotency-keys', 'search'],
  Sandbox: [
    'sandbox-clock',
    'sandbox-quiet',
    'sandbox-bank-behavior',
    'bank-files',
    'sandbox-simulations',
    'simulation',
    'sandbox-partner-tokens',
    'sandbox-provider-tokens',
  ],
  'Tokens and log-in': ['token', 'device', 'userinfo', 'auth', 'session', '.well-known', 'jwks'],
  Accounts: ['accounts'],
  People: ['people', 'invitations', 'security-events'],
  Applications: ['applications', 'application-settings'],
  Ledger: ['ledger', 'conservation'],
  Descriptions: ['', 'openapi.json', 'asyncapi.json'],
};

/** A new noun stands here until somebody gives it a group. */
const OTHERS = 'Other resources';
const OPERATORS = 'For operators';
/** In paths with these first parts, later parts are steps of one procedure. */
const wholes = new Set(['linking', 'webhook-subscriptions', 'sandbox-simulations']);

export const operationGroups: readonly string[] = [...Object.keys(groups), OTHERS, OPERATORS];

/** The group of an operation in the menu. */
export function operationGroup({ path, operation }: PathOperation): string {
  if (operation['x-operator']) return OPERATORS;
  const parts = path.split('/').slice(1);
  const searched = wholes.has(parts[0] ?? '') ? parts.slice(0, 1) : parts.toReversed();
  for (const part of searched) {
    const [found] = Object.entries(groups).find(([, names]) => names.includes(part)) ?? [];
    if (found !== undefined) return found;
  }
  return OTHERS;
}
