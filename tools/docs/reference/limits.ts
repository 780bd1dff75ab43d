import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_BYTES_MAX } from '@halyard/contracts/documents';
import { SNAPSHOTS_MAX, TIMELINE_ENTRIES_MAX } from '@halyard/contracts/events';
import { RECORDED_BODY_BYTES_MAX } from '@halyard/contracts/requests';
import { HITS_MAX } from '@halyard/contracts/search';
import { AMOUNT_MINOR_MAX, FAULTS_MAX, formatAmount, SAME_DAY_AMOUNT_MINOR_MAX } from '@halyard/core';
import { BODY_BYTES_MAX } from '@halyard/gateway/request-body';
import { COUNT_MAX } from '@halyard/lists';
import type { Page } from '../page.ts';
import { errorLink, operationLink } from './links.ts';
import { code, parts, section, tableOf } from './markdown.ts';
import { operations, resolved, type Schema } from './openapi.ts';

const settings = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'settings.md'), 'utf8');

/** Rows of the settings whose names match: name, default, and what it is. */
function settingsNamed(pattern: RegExp): readonly (readonly [string, string, string])[] {
  const rows = settings
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, name = '', byDefault = '', , meaning = '']) => [name, byDefault, meaning] as const)
    .filter(([name]) => pattern.test(name));
  return [...new Map(rows.map((row) => [row[0], row])).values()];
}

const settingsTable = (pattern: RegExp): string =>
  tableOf(['Setting', 'Default', 'What it limits'], settingsNamed(pattern));

const bytes = (count: number): string =>
  count >= 1_024 * 1_024 ? `${count / 1_024 / 1_024} MiB` : `${count / 1_024} KiB`;
const money = (minor: bigint): string => `${formatAmount(minor)} USD`;
const number = (count: number): string => count.toLocaleString('en-US');

const operationNamed = (name: string): (typeof operations)[number] => {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`no operation is named ${name}`);
  return found;
};

/** The schema of a query parameter of an operation. */
function queryOf(name: string, parameter: string): Schema {
  const parameters = operationNamed(name).operation.parameters?.map(resolved) ?? [];
  const found = parameters.find((one) => one.name === parameter);
  if (!found) throw new Error(`${name} has no parameter ${parameter}`);
  return found.schema;
}

/** The schema of a member of an operation's body. */
function memberOf(name: string, member: string): Schema {
  const [content] = Object.values(operationNamed(name).operation.requestBody?.content ?? {});
  const found = content && resolved(content.schema).properties?.[member];
  if (!found) throw new Error(`the body of ${name} has no ${member}`);
  return found;
}

const sizes = (): string =>
  tableOf(
    ['What', 'At most', 'Beyond that'],
    [
      ['JSON body of a request', bytes(BODY_BYTES_MAX), errorLink('PayloadTooLarge')],
      ['File of a document', bytes(DOCUMENT_BYTES_MAX), errorLink('FileTooLarge')],
      [
        'Body that the log of requests keeps',
        bytes(RECORDED_BODY_BYTES_MAX),
        'the log has the request without its body',
      ],
    ],
  );

const counts = (): string =>
  tableOf(
    ['What', 'At most', 'Beyond that'],
    [
      [
        'Resources in one page of a list (`limit`)',
        `${number(queryOf('listTransfers', 'limit').maximum ?? 0)}; ${String(queryOf('listTransfers', 'limit').default)} by default`,
        'the link `next` has the rest',
      ],
      ['Matches that a filtered list counts (`total`)', number(COUNT_MAX), 'the list does not say how many there are'],
      [`Resources that ${operationLink('search')} finds`, number(HITS_MAX), 'a narrower search finds the rest'],
      ['Entries in one page of a timeline', number(TIMELINE_ENTRIES_MAX), 'the link `next` has the rest'],
      ['Events that embed their resource, in one request', number(SNAPSHOTS_MAX), errorLink('ValidationError')],
      ['Errors in one `ValidationError`', number(FAULTS_MAX), 'the answer has the number of the others'],
      ['Fees of one transfer', number(memberOf('createTransfer', 'fees').maxItems ?? 0), errorLink('ValidationError')],
      [
        'Pairs of `metadata`',
        number(memberOf('createTransfer', 'metadata').maxProperties ?? 0),
        errorLink('ValidationError'),
      ],
    ],
  );

/** Lists the limits of the API, from the constants, the document and the settings on which the code runs. */
export const limitsPage = (): Page => ({
  slug: 'limits',
  title: 'Limits',
  names: ['Rate limit', 'Rate limits', 'Rate limiting', '429'],
  text: parts(
    'How often, how much and how large: rate limits, sizes, counts and amounts, and the answer when something is beyond them.',
    section(
      'Rate limits',
      `Each answer has three headers: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`, in seconds. Beyond the limit the answer is ${errorLink('TooManyRequests')}, status 429. Its header \`Retry-After\` says for how many seconds to wait. Send the request again then, with the same \`Idempotency-Key\`; the typed client and the command line do this by themselves.`,
      'Whoever runs the suite sets the limits:',
      settingsTable(/RATE_LIMIT/),
    ),
    section(
      'Requests at once',
      `Beyond these the answer is ${errorLink('ServiceUnavailable')}, status 503, with \`Retry-After\`.`,
      settingsTable(/REQUESTS_IN_FLIGHT_MAX|REQUESTS_QUEUED_MAX|PLACES_PERCENT/),
    ),
    section('Sizes', sizes()),
    section('Counts', counts(), 'Settings:', settingsTable(/BANKS_PER_CUSTOMER_MAX/)),
    section(
      'Amounts',
      tableOf(
        ['What', 'At most'],
        [
          ['Amount of one transfer', money(AMOUNT_MINOR_MAX)],
          ['Amount that clears on the same day', money(SAME_DAY_AMOUNT_MINOR_MAX)],
        ],
      ),
      `An unverified customer has a weekly limit besides: ${operationLink('getCustomerLimits')} says what is left. Limits of an account are in ${operationLink('getOwnAccountSettings')}.`,
    ),
    section(
      'Times',
      `An \`Idempotency-Key\` is remembered for 24 hours ([idempotency](/docs/concepts/idempotency/)). The log of requests is kept for 30 days (${code('GET /requests')}).`,
    ),
  ),
});
