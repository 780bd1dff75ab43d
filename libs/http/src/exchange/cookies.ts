import type { HeaderFields } from '@halyard/contracts';

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('=') === -1 ? 0 : cookie.indexOf('=')).trim();

const passes = (cookie: string, names: readonly string[]): boolean => {
  const given = nameOf(cookie);
  return names.some((name) => given === name || given.startsWith(`${name}-`));
};

/** Removes all cookies except those that may pass. */
export function withCookies({ cookie, ...fields }: HeaderFields, names: readonly string[]): HeaderFields {
  const passed = [cookie ?? []]
    .flat()
    .flatMap((line) => line.split(';'))
    .filter((one) => passes(one, names));
  return passed.length === 0 ? fields : { ...fields, cookie: passed.map((one) => one.trim()).join('; ') };
}

/** Removes all set cookies except those that may pass. */
export function withSetCookies({ 'set-cookie': set, ...fields }: HeaderFields, names: readonly string[]): HeaderFields {
  const passed = [set ?? []].flat().filter((one) => passes(one, names));
  return passed.length === 0 ? fields : { ...fields, 'set-cookie': passed };
}
