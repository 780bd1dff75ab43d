import type { AnswerBody } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer } from './error-answer.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/** Shared by both adapters, so that they route alike and give the same answer to paths that they can't route. */
export const PARAMETER_LENGTH_MAX = 200;
export const unreadablePath = (): ServiceAnswer => errorAnswer(new DomainError('BadRequest'));
export const unknownPath = (): ServiceAnswer => errorAnswer(new DomainError('NotFound'));

/** The answer of a handler that returns nothing. */
export const nothing: AnswerBody = { type: 'fact', fact: null };

type Query = NonNullable<ServiceRequest['query']>;

/** `path?query`, with repeated names for lists; no question mark for an empty query. */
export function targetOf(path: string, query: Query | undefined): string {
  if (!query) return path;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of typeof value === 'string' ? [value] : value) search.append(name, item);
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
