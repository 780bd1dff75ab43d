// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export const nested = /^(?:a+)+$/;
export const ambiguous = /^(?:a|a)*$/;
export const exchanging = /^\s*\.?\s*$/;
export const trailing = /\s+$/;
export const unclosed = /<[^>]*>/;
export const joined = new RegExp(['^', '(?:a+)+', '$'].join(''));
export const unseen = (text: string): RegExp => new RegExp(text);
