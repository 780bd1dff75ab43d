/** Values of options of the form NAME=value, by name. */
export const assignments = (options: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(options.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
