import type { LinkTo } from '../api/hal.js';
import type { AnswerOf, Common, PathOf, Query, Rest } from './typed.js';

type QueryValue = string | number | boolean | undefined;

export interface Parameters {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
}

/** @throws TypeError if a parameter of the path is missing, or would lead to another path */
export function pathOf(template: string, { path = {}, query = {} }: Parameters): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // Encoding leaves `.` and `..` as they are, and they would lead to another path.
    if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`${template} needs ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  );
  return given.length > 0 ? `${filled}?${new URLSearchParams(given).toString()}` : filled;
}

/** The link to what the API answers at a path. Its `href` is the path. @throws TypeError */
export const linkTo = <P extends PathOf<'get'>>(
  path: P,
  ...[parameters]: Rest<Query<'get', P>>
): LinkTo<AnswerOf<'get', P>> => {
  const given: Parameters & Common = parameters ?? {};
  return { href: pathOf(path, given) };
};
