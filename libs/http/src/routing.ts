import type { AnswerBody } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer } from './error-answer.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/** The longest parameter of a path. Both adapters use it, so that they refuse the same paths. */
export const PARAMETER_LENGTH_MAX = 200;
export const unreadablePath = (): ServiceAnswer => errorAnswer(new DomainError('BadRequest'));
export const unknownPath = (): ServiceAnswer => errorAnswer(new DomainError('NotFound'));

/** The answer of a handler that returns nothing. */
export const nothing: AnswerBody = { type: 'fact', fact: null };

type Query = NonNullable<ServiceRequest['query']>;

/** Writes `path?query`. A list becomes a repeated name, and an empty query has no question mark. */
export function targetOf(path: string, query: Query | undefined): string {
  if (!query) return path;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of typeof value === 'string' ? [value] : value) search.append(name, item);
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
