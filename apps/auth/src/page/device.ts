/** Most browsers also claim to be others: the first match counts. */
const browsers = [
  ['Firefox', /Firefox\//],
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS/],
  ['Linux', /Linux/],
] as const;

const firstIn = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

export function deviceOf(userAgent = ''): string {
  const browser = firstIn(browsers, userAgent) ?? 'A browser';
  const system = firstIn(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
