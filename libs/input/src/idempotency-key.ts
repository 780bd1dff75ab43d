/** The form of a key: 1 to 255 printable ASCII characters (decisions, "Idempotency-Key"). */
const KEY = /^[\x20-\x7e]{1,255}$/;

export const isKey = (text: string): boolean => KEY.test(text);
