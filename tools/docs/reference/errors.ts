import { type ErrorCode, errorCodes, type FaultCode, faultCodes } from '@halyard/core';
import { statusOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { type PublicRoute, refusalsOf, routeNames } from '@halyard/public-api';
import { errorTexts, faultTexts } from '@halyard/public-api/error-texts';
import type { Page } from '../page.ts';
import { errorLink, operationLink } from './links.ts';
import { jsonBlock, parts, section, tableOf } from './markdown.ts';

const codes = Object.keys(errorCodes) as readonly ErrorCode[];
/** A page names the operations of a code if there are few. Nearly all operations can answer the other codes. */
const NAMED_MAX = 40;

function messageOf(code: FaultCode): string {
  const { path, message = usualFault(code, path).message } = faultTexts[code];
  return message;
}

const embedded = (code: FaultCode): object => ({
  code,
  message: messageOf(code),
  path: faultTexts[code].path,
  _links: {},
});

const answerOf = (code: ErrorCode, fault: FaultCode = 'Required'): object => ({
  code,
  message: errorCodes[code].message,
  ...(code === 'ValidationError' && { _embedded: { errors: [embedded(fault)] } }),
});

function operationsOf(code: ErrorCode): string {
  const names = routeNames.filter((name: PublicRoute) => refusalsOf(name).has(code));
  if (names.length === 0) return 'No operation answers it by itself: the entrance of the API does.';
  return names.length > NAMED_MAX
    ? `${names.length} operations can answer it.`
    : names.map((name) => `- ${operationLink(name)}`).join('\n');
}

const repeated = (isRetryable: boolean): string =>
  isRetryable
    ? 'Yes. Send it as it is, with the same `Idempotency-Key`: its effect comes once.'
    : 'No. It is refused again until somebody changes something.';

const statusOfCode = (code: ErrorCode): number => statusOf[errorCodes[code].kind];

/** The code for a file that is too large is an error of its own, and also an embedded one. One page describes both. */
function faultSection(code: FaultCode): string {
  const { why, todo } = faultTexts[code];
  return section('As an embedded error', `${why} ${todo}`, jsonBlock(answerOf('ValidationError', code)));
}

const isFault = (code: string): code is FaultCode => (faultCodes as readonly string[]).includes(code);

function codePage(code: ErrorCode): Page {
  const { message, retryable } = errorCodes[code];
  const { why, todo } = errorTexts[code];
  return {
    slug: `errors/${code}`,
    title: code,
    group: String(statusOfCode(code)),
    text: parts(
      `Status ${statusOfCode(code)}. ${message}`,
      section('What it means', why),
      section('What to do', todo),
      section('Can the same request succeed later?', repeated(retryable)),
      section('The answer', jsonBlock(answerOf(code))),
      isFault(code) ? faultSection(code) : undefined,
      section('Operations', operationsOf(code)),
    ),
  };
}

function faultPage(code: FaultCode): Page {
  const { why, todo } = faultTexts[code];
  return {
    slug: `errors/${code}`,
    title: code,
    group: 'In a ValidationError',
    text: parts(
      `An embedded error: one thing to correct in a request that was answered ${errorLink('ValidationError')}, status 400.`,
      section('What it means', why),
      section('What to do', todo),
      section('Can the same request succeed later?', repeated(false)),
      section('The answer', jsonBlock(answerOf('ValidationError', code))),
    ),
  };
}

export function errorPages(): readonly Page[] {
  const faults = faultCodes.filter((code) => !(code in errorCodes));
  const list = parts(
    'Every refusal has a `code`, which stays the same, and a `message` for people. A `ValidationError` has embedded errors, each with a code of its own and a JSON pointer to the field. The header `Link` of a refusal leads to the page of its code.',
    section(
      'Codes',
      tableOf(
        ['Code', 'Status', 'Message', 'What to do', 'May succeed later'],
        codes.map((code) => [
          errorLink(code),
          String(statusOfCode(code)),
          errorCodes[code].message,
          errorTexts[code].todo,
          errorCodes[code].retryable ? 'yes' : '',
        ]),
      ),
    ),
    section(
      'Embedded codes',
      tableOf(
        ['Code', 'Message', 'What it means', 'What to do'],
        faultCodes.map((code) => [errorLink(code), messageOf(code), faultTexts[code].why, faultTexts[code].todo]),
      ),
    ),
  );
  return [
    { slug: 'errors', title: 'Errors', text: list },
    ...codes.toSorted((one, other) => statusOfCode(one) - statusOfCode(other)).map(codePage),
    ...faults.map(faultPage),
  ];
}
