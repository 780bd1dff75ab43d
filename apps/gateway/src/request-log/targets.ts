import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { type FieldRules, objectOf, type Redaction, type RequestRules } from '@halyard/contracts/redaction';
import { isId } from '@halyard/core';

const LENGTH_MAX = 2_048;
const NAME_LENGTH_MAX = 64;
const ORIGIN = /^https?:\/\/[^/?#]*/;
/** Some clients append this to a name with several values. */
const ITEM = /\[\d{0,3}\]$/;
/** Replaces a path parameter that is no id. */
const ofParameter: Readonly<Record<string, string>> = { ':key': '[idempotency-key]', ':token': '[token]' };

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** Numbers of a query are text. */
const DIGITS = /^\d{1,10}$/;

function isShown(redaction: Redaction, text: string | undefined): boolean {
  if (text === undefined || redaction.kind !== 'tested') return false;
  return redaction.test(text) || (DIGITS.test(text) && redaction.test(Number(text)));
}

/** The addresses of requests as they are recorded: path and query, with replaced values (ADR 106). */
export class Targets {
  private readonly words: ReadonlySet<string>;
  /** The replacement for everything below a word, for paths without ids. */
  private readonly below: ReadonlyMap<string, string>;
  private readonly queries: ReadonlyMap<Route, ReadonlyMap<string, Redaction>>;

  constructor(routes: readonly Route[], { queries }: RequestRules) {
    this.words = new Set(routes.flatMap(({ path }) => path.split('/')).filter((part) => !/^[:*]/.test(part)));
    const beginnings = routes.map(({ path }) => path.split('/').slice(1, 3));
    const withIds = new Set(beginnings.flatMap(([word, parameter]) => (parameter === ':id' ? [word] : [])));
    this.below = new Map(
      beginnings.flatMap(([word = '', parameter = '']) => {
        const by = ofParameter[parameter];
        return by === undefined || withIds.has(word) ? [] : [[word, by] as const];
      }),
    );
    const named = Object.entries<Route>(publicRoutes).flatMap(([name, route]) => {
      const rules: FieldRules | undefined = queries[name];
      return rules ? [[route, objectOf(rules).fields] as const] : [];
    });
    this.queries = new Map(named);
  }

  /** @param route undefined if none fits */
  targetOf(url: string, route: Route | undefined): string {
    const at = url.indexOf('?');
    const path = this.pathOf(at === -1 ? url : url.slice(0, at), route);
    const target = at === -1 ? path : `${path}?${this.queryOf(url.slice(at + 1), route)}`;
    return target.slice(0, LENGTH_MAX);
  }

  /** For a link to a page of the list that a route answers: its path is one of ours. */
  linkOf(href: string, route: Route): string {
    const at = href.indexOf('?');
    return at === -1 ? href : `${href.slice(0, at)}?${this.queryOf(href.slice(at + 1), route)}`;
  }

  /** @param route for an address with the path of the request itself */
  addressOf(href: string, route?: Route): string {
    const [origin = ''] = ORIGIN.exec(href) ?? [];
    return origin + this.targetOf(href.slice(origin.length), route);
  }

  private pathOf(path: string, route: Route | undefined): string {
    const parts = path.split('/');
    if (!route) return this.unroutedPath(parts);
    const template = route.path.split('/');
    const shown = parts.map((part, index) => {
      const of = template[index] ?? '';
      if (!of.startsWith(':')) return this.isHarmless(part) ? part : '[unknown]';
      return ofParameter[of] ?? (isId(part) ? part : '[invalid]');
    });
    // A key contains slashes if a client did not encode them.
    return (template.at(-1)?.startsWith(':') ? shown.slice(0, template.length) : shown).join('/');
  }

  private unroutedPath(parts: readonly string[]): string {
    const [, word = '', ...rest] = parts;
    const by = this.below.get(word);
    if (by !== undefined && rest.length > 0) return `/${word}/${by}`;
    return parts.map((part) => (this.isHarmless(part) ? part : '[unknown]')).join('/');
  }

  private isHarmless(part: string): boolean {
    return part === '' || this.words.has(part) || isId(part);
  }

  private queryOf(query: string, route: Route | undefined): string {
    const rules = route && this.queries.get(route);
    return query
      .split('&')
      .map((pair) => shownPair(pair, rules))
      .join('&');
  }
}

function shownPair(pair: string, rules: ReadonlyMap<string, Redaction> | undefined): string {
  if (pair === '') return '';
  const at = pair.indexOf('=');
  const rawName = at === -1 ? pair : pair.slice(0, at);
  const value = at === -1 ? '' : pair.slice(at + 1);
  const rule = rules?.get(decoded(rawName)?.replace(ITEM, '') ?? '');
  if (!rule) return `${rawName.slice(0, NAME_LENGTH_MAX)}=[unknown]`;
  if (rule.kind === 'replaced') return `${rawName}=${rule.by}`;
  const item = rule.kind === 'list' ? rule.items : rule;
  return value === '' || isShown(item, decoded(value)) ? pair : `${rawName}=[invalid]`;
}
