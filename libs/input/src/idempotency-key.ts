/** 1 to 255 printable ASCII characters (decisions, "Idempotency-Key"). */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Whether text may be an Idempotency-Key. */
export const isKey = (text: string): boolean => KEY.test(text);
