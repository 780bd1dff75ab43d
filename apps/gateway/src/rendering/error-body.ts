import type { ErrorAnswer, ResourceRef } from '@halyard/contracts';
import type { Fault } from '@halyard/core';
import { type Link, linkTo, type View } from './hal.js';

type LinkView = Pick<View, 'baseUrl' | 'type'>;

interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly _embedded?: { readonly errors: readonly object[] };
  readonly _links?: { readonly about: Link };
}

/** An error as clients see it: vnd.error in HAL (reference facts, section 12). */
export function renderProblem(
  { code, message, faults = [], moreFaults = 0, about }: ErrorAnswer,
  view: LinkView,
): ProblemBody {
  const listed = moreFaults > 0 ? [...faults, others(moreFaults)] : faults;
  return {
    code,
    message,
    ...(faults.length > 0 && {
      _embedded: { errors: listed.map((fault) => embeddedFault(fault, view)) },
    }),
    ...(about && { _links: { about: linkTo(about, view) } }),
  };
}

const embeddedFault = ({ about, ...fault }: Fault, view: LinkView) => ({
  ...pick(fault),
  // The core does not know the kinds of resources. The code that found the fault took the kind from the contracts.
  _links: about ? { about: linkTo(about as ResourceRef, view) } : {},
});

/** Removes the client's own text from the faults: the request log must not store it. */
export const withoutQuotes = (problem: ErrorAnswer): ErrorAnswer =>
  problem.faults?.some(({ quoted }) => quoted !== undefined)
    ? { ...problem, faults: problem.faults.map(withoutQuote) }
    : problem;

const withoutQuote = ({ message, quoted = '', ...fault }: Fault): Fault => ({
  ...fault,
  message: message.replace(quoted, '').replaceAll(/ {2,}/g, ' ').trimEnd(),
});

const others = (count: number): Fault => ({
  code: 'Invalid',
  message: count === 1 ? '1 more error is not listed.' : `${count} more errors are not listed.`,
  path: '',
});

const pick = ({ code, message, path }: { readonly code: string; readonly message: string; readonly path: string }) => ({
  code,
  message,
  path,
});

/** OAuth 2 clients look for `error` (RFC 6749, 5.2), others for `code`. A refusal of /token by the gateway has both. */
export const renderTokenProblem = (problem: ErrorAnswer, view: LinkView) => ({
  error: oauthError(problem.code),
  error_description: problem.message,
  ...renderProblem(problem, view),
});

function oauthError(code: string): string {
  if (code === 'ServerError' || code === 'RequestTimeout') return 'server_error';
  if (code === 'ServiceUnavailable' || code === 'TooManyRequests') return 'temporarily_unavailable';
  return 'invalid_request';
}
