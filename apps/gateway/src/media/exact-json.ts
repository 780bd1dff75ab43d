declare global {
  interface JSON {
    /** The reviver also gets the source of primitive values (ECMAScript, JSON.parse source text access). */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** Replaces a number in a parsed body whose text JSON.parse has rounded. */
export const ROUNDED = Symbol('rounded');

/** Fifteen digits without an exponent always survive. Strings may match too: they only cost a second look. */
const MAY_BE_ROUNDED = /[\d.]{16}|[[:,\s]-?\d[\d.]*[eE]/;

/**
 * `ROUNDED` replaces each number that differs from its text. 1.15, 1.150 and 115e-2 are one number and not rounded
 * (decision "money"). @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(value, source) ? ROUNDED : value,
  );
}

function isExact(value: number, source: string): boolean {
  const shortest = String(value);
  return source === shortest || (Number.isFinite(value) && decimalOf(source) === decimalOf(shortest));
}

/** Equal for all texts of one number. */
function decimalOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return start === end
    ? '0'
    : `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
