/** US dollars in whole cents. Cents are a `bigint` and never a `number`; text is converted once, at the edge. */
export interface Money {
  readonly minor: bigint;
  readonly currency: 'USD';
}

/** Money in events: whole cents as a decimal string. */
export interface MoneyJson {
  readonly minor: string;
  readonly currency: 'USD';
}

/** The largest amount of one request: 9,999,999,999.99 USD (decision "money"). */
export const AMOUNT_MINOR_MAX = 999_999_999_999n;

export const usd = (minor: bigint): Money => ({ minor, currency: 'USD' });

export const moneyToJson = ({ minor, currency }: Money): MoneyJson => ({ minor: minor.toString(), currency });

export const moneyFromJson = ({ minor }: MoneyJson): Money => usd(BigInt(minor));

const DECIMAL = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/;

/**
 * Reads a client's amount: a string of digits with up to two decimals, or a JSON number with such a value. The gateway
 * refuses numbers that it can't read exactly, so the shortest text of a number is its value.
 *
 * @returns the amount; undefined for signs, exponents, blanks, more decimals, zero, and amounts above the maximum
 */
export function parseAmount(value: unknown): Money | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const match = DECIMAL.exec(text);
  if (!match?.[1]) return undefined;
  const minor = BigInt(match[1]) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
  return minor > 0n && minor <= AMOUNT_MINOR_MAX ? usd(minor) : undefined;
}

/** Writes an amount for answers, with two decimals: `225.00`, `-0.05`. */
export function formatAmount(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const amountInUsd = (minor: bigint): { readonly value: string; readonly currency: 'USD' } => ({
  value: formatAmount(minor),
  currency: 'USD',
});
