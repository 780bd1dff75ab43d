/** What options say as NAME=value. */
export const assignments = (options: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(options.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
