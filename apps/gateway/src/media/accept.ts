import { atMost, DomainError } from '@halyard/core';
import { LRUCache } from 'lru-cache';
import {
  type AnswerType,
  answerType,
  isFormsProfile,
  isPlainType,
  isTemplatesType,
  isVendorType,
} from './answer-type.js';

/** One media range of an Accept header. Other parameters are ignored: they choose no other representation. */
interface MediaRange {
  readonly type: string;
  /** 0 to 1; 0 refuses the type. */
  readonly quality: number;
  /** The profile of forms. */
  readonly profile?: string;
}

const QUALITY = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i;
const PROFILE = /^\s*profile\s*=\s*"?([^"\s]+)"?\s*$/i;
const HEADERS_REMEMBERED_MAX = 500;
const REMEMBERED_LENGTH_MAX = 1_000;

/** Splits at separators, except within quoted parameter values. */
function partsOf(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) at += 1;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

export function mediaRanges(header: string): MediaRange[] {
  return partsOf(header, ',').map((range) => {
    const [type = '', ...parameters] = partsOf(range, ';');
    const find = (pattern: RegExp): string | undefined =>
      parameters.map((parameter) => pattern.exec(parameter)?.[1]).find((found) => found !== undefined);
    const quality = find(QUALITY);
    const profile = find(PROFILE);
    return {
      type: type.trim(),
      quality: quality === undefined ? 1 : Number(quality),
      ...(profile !== undefined && isFormsProfile(profile) && { profile }),
    };
  });
}

const sameType = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

const notAcceptable = (gives: readonly string[]): string =>
  `Nothing that Accept names can be answered here. Allowed: ${gives.join(', ')}.`;

/**
 * The type with the highest quality. The most specific range that fits a type decides its quality (RFC 9110, 12.5.1).
 *
 * @throws DomainError NotAcceptable
 */
export function acceptable(accept: string | undefined, gives: readonly string[]): string {
  const ranges = accept === undefined || accept.trim() === '' ? [EVERYTHING] : mediaRanges(accept);
  let best: MediaRange | undefined;
  for (const type of gives) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (!best) throw new DomainError('NotAcceptable', { message: notAcceptable(gives) });
  return best.type;
}

/** The byte type that a client prefers to every type of the API; undefined if it prefers none. */
export function preferredBytes(accept: string | undefined, gives: readonly string[]): string | undefined {
  const ranges = mediaRanges(accept ?? '*/*');
  const ofApi = ranges.filter(({ type }) => isOfApi(type) || type === 'application/*' || type === '*/*');
  const api = Math.max(0, ...ofApi.map(({ quality }) => quality));
  return gives.find((type) => qualityOf(type, ranges) > api);
}

/** Whether the header names HTML and prefers it to all API types that it names, as browsers do. */
export function prefersPage(accept = ''): boolean {
  const ranges = mediaRanges(accept);
  const page = ranges.find(({ type }) => sameType(type, 'text/html'))?.quality ?? 0;
  return ranges.every(({ type, quality }) => quality < page || !isOfApi(type)) && page > 0;
}

const isOfApi = (type: string): boolean => isVendorType(type) || isPlainType(type) || isTemplatesType(type);

const EVERYTHING: MediaRange = { type: '*/*', quality: 1 };

function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const fitting = [type, `${type.split('/', 1)[0]}/*`, '*/*'].map((name) =>
    ranges.find((range) => sameType(range.type, name)),
  );
  return fitting.find((range) => range !== undefined)?.quality ?? 0;
}

/** Chooses the media type of answers (decisions, "Requests and answers"). */
export class AcceptNegotiation {
  private readonly vendorType: string;
  /** Clients send the same few headers again and again. */
  private readonly remembered = new LRUCache<string, AnswerType>(atMost(HEADERS_REMEMBERED_MAX));
  /** The type for a missing Accept header, and for errors if none of the accepted types is available. */
  readonly standard: AnswerType;

  constructor(vendorWord: string) {
    this.vendorType = `application/vnd.${vendorWord}.v1.hal+json`;
    this.standard = answerType(this.vendorType, this.vendorType);
  }

  /** @returns undefined if none of the accepted types is available */
  choose(accept: string | undefined): AnswerType | undefined {
    if (accept === undefined || accept.trim() === '') return this.standard;
    const remembered = this.remembered.get(accept);
    if (remembered) return remembered;

    const best = this.best(mediaRanges(accept));
    if (!best) return undefined;
    const chosen = answerType(best.type, this.vendorType, best.profile);
    if (accept.length <= REMEMBERED_LENGTH_MAX) this.remembered.set(accept, chosen);
    return chosen;
  }

  /** The highest quality wins. Among equals, named types come before wildcards, and then the first one wins. */
  private best(ranges: readonly MediaRange[]): MediaRange | undefined {
    const named = ranges.filter(({ type }) => isOfApi(type));
    const unnamed = [this.vendorType, 'application/hal+json', 'application/json'].find(
      (type) => !named.some((range) => sameType(range.type, type)),
    );
    const wildcard = ranges.find(({ type }) => type === 'application/*') ?? ranges.find(({ type }) => type === '*/*');
    const candidates = unnamed && wildcard ? [...named, { type: unnamed, quality: wildcard.quality }] : named;

    return candidates
      .filter(({ quality }) => quality > 0)
      .reduce<MediaRange | undefined>((best, next) => (best && best.quality >= next.quality ? best : next), undefined);
  }
}
