const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const;

/** Whether the first two digits stand for a Federal Reserve district (01-12), or for one of thrifts (21-32). */
const isDistrict = (prefix: number): boolean => (prefix >= 1 && prefix <= 12) || (prefix >= 21 && prefix <= 32);

/**
 * Whether nine digits are a routing number that a transfer can use: the district exists, and the digits weighted 3-7-1
 * add up to a multiple of ten (ABA check digit; reference facts 6.1).
 */
export function isRoutingNumber(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{9}$/.test(text) || !isDistrict(Number(text.slice(0, 2)))) return false;
  return WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 10 === 0;
}

/** The number of a bank account: 3 to 17 digits (reference facts, section 6.1). */
export const accountNumberPattern = /^\d{3,17}$/;
