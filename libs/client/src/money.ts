/** An amount in the API's form: a decimal string, never a float. */
export interface Money {
  readonly value: string;
  readonly currency: string;
}

/** Cents of a decimal string. @throws RangeError unless the text is an amount with at most two decimals */
export function centsOf(value: string): bigint {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,18})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  if (whole === '') throw new RangeError(`${JSON.stringify(value)} is no amount`);
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return sign ? -cents : cents;
}

export function decimalOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** @throws RangeError for amounts of different currencies, or without amounts */
export function sumOf(amounts: readonly Money[]): Money {
  const [first] = amounts;
  if (!first) throw new RangeError('a sum needs an amount, which says its currency');
  const { currency } = first;
  if (amounts.some((each) => each.currency !== currency)) throw new RangeError('the amounts have several currencies');
  return { value: decimalOf(amounts.reduce((sum, { value }) => sum + centsOf(value), 0n)), currency };
}
