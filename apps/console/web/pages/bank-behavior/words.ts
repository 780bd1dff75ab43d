import { centsOf } from '@halyard/client';
import { correctionCodes, isCorrectionCode } from '@halyard/core/correction-codes';
import { isReturnCode, returnCodes } from '@halyard/core/return-codes';
import { durationText } from '../../parts/duration-text.js';
import { amountText, wordsOf } from '../../parts/text.js';
import { memberOf } from './behavior.js';

export const directionTexts = { debit: 'Debits', credit: 'Credits' } as const;

export const routeTexts = {
  ach: 'by standard ACH',
  'same-day': 'by same-day ACH',
  wire: 'by wire',
  'micro-deposit': 'of micro-deposits',
} as const;

const wordAt = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key;

const dollars = (value: string): string => {
  try {
    centsOf(value);
    return amountText({ value, currency: 'USD' });
  } catch {
    return value;
  }
};

/** The entries that a rule is asked about, in words. */
export function whenText(rule: object): string {
  const at = (path: string): string => memberOf(rule, `when.${path}`);
  const [direction, route, bank] = [at('direction'), at('route'), at('routingNumber')];
  const text = joined(' ', [
    direction === '' ? 'Entries' : wordAt(directionTexts, direction),
    wordAt(routeTexts, route),
    bank && `at bank ${bank}`,
    amountsText(at('amount.from'), at('amount.below')),
    ownerText(at('owner'), at('customerType')),
    correlationText(at('correlationId')),
  ]);
  return text === 'Entries' ? 'All entries' : text;
}

const joined = (between: string, parts: readonly string[]): string => parts.filter((part) => part !== '').join(between);

function amountsText(from: string, below: string): string {
  if (from !== '' && below !== '') return `from ${dollars(from)} to below ${dollars(below)}`;
  if (from !== '') return `of ${dollars(from)} or more`;
  return below === '' ? '' : `below ${dollars(below)}`;
}

function ownerText(owner: string, type: string): string {
  if (type !== '') return `of ${wordsOf(type).toLowerCase()} customers`;
  if (owner === 'customer') return 'of customers';
  return owner === 'account' ? 'of this account' : '';
}

function correlationText(id: string): string {
  if (id === '') return '';
  return id.endsWith('*') ? `with a correlation id that begins with ${id.slice(0, -1)}` : `with correlation id ${id}`;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** How often a rule strikes, in words. */
export function measureText(rule: object): string {
  const at = (name: string): string => memberOf(rule, name);
  if (at('share') !== '') return shareText(at('share'));
  if (at('first') !== '') return at('first') === '1' ? 'The first one' : `The first ${at('first')}`;
  const every = at('every');
  if (every === '') return 'Each one';
  return every === '1' ? 'Each one' : `Every ${every}${endings[ordinals.select(Number(every))] ?? 'th'}`;
}

const MILLION = 1_000_000;
const MILLIONTHS_OF_PERCENT = 10_000;

/** `0.02` as `2 % of them`. A share has six decimals at most, so whole millionths are exact. */
function shareText(share: string): string {
  const millionths = Math.round(Number(share) * MILLION);
  return Number.isNaN(millionths) ? `A share of ${share}` : `${String(millionths / MILLIONTHS_OF_PERCENT)} % of them`;
}

/** Says in words what happens to an entry that a rule strikes. */
export function thenText(rule: object): string {
  const at = (path: string): string => memberOf(rule, `then.${path}`);
  const [back, correct, delay, after] = [at('return'), at('correct'), at('delay'), at('after')];
  if (back !== '') {
    const code = `${back} ${isReturnCode(back) ? returnCodes[back].title : ''}`.trim();
    return after === ''
      ? `Returned in place of settlement: ${code}`
      : `Settled, and returned ${durationText(after)} later: ${code}`;
  }
  if (correct !== '') {
    const values = correctedText(rule);
    return `Settled, and corrected: ${correct} ${isCorrectionCode(correct) ? correctionCodes[correct].title : ''}${values && ` (${values})`}`;
  }
  if (delay !== '') return `Settled ${durationText(delay)} later`;
  return at('microDeposits') === '' ? 'Nothing' : 'Micro-deposits can’t be verified: all amounts are wrong';
}

const LAST_DIGITS = 4;

/** The values of a correction. An account number is shown with its last digits alone. */
function correctedText(rule: object): string {
  const at = (name: string): string => memberOf(rule, `then.corrected.${name}`);
  const [routing, number] = [at('routingNumber'), at('accountNumber')];
  return joined(', ', [
    routing && `routing number ${routing}`,
    number && `account number ••${number.slice(-LAST_DIGITS)}`,
    at('bankAccountType'),
    at('name') && 'another name',
    at('individualId') && 'another identification number',
  ]);
}
