// tools/test/boundaries.int.spec.ts checks that each line is refused.
export const nested = /^(?:a+)+$/;
export const ambiguous = /^(?:a|a)*$/;
export const exchanging = /^\s*\.?\s*$/;
export const trailing = /\s+$/;
export const unclosed = /<[^>]*>/;
export const joined = new RegExp(['^', '(?:a+)+', '$'].join(''));
export const unseen = (text: string): RegExp => new RegExp(text);
