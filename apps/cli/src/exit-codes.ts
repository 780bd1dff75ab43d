import type {
  ApiError,
  ConnectionError,
  MissingLinkError,
  TemplateError,
  UnsupportedTemplateError,
} from '@halyard/client';
import { plain } from './output/terminal-text.js';

/** Exit codes (docs/how-to/use-the-command-line.md). */
export const exits = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  notLoggedIn: 4,
  unreachable: 5,
  interrupted: 130,
} as const;

type ExitCode = (typeof exits)[keyof typeof exits];

const codes: Readonly<Record<ExitCode, string>> = {
  [exits.done]: 'Done',
  [exits.failed]: 'Failed',
  [exits.usage]: 'WrongUsage',
  [exits.refused]: 'NotOffered',
  [exits.notLoggedIn]: 'NotLoggedIn',
  [exits.unreachable]: 'NotReachable',
  [exits.interrupted]: 'Interrupted',
};

// Recognizes an error by its name, so that the client need not be loaded: most commands end without one of its errors,
// and start sooner.
const isNamed = <E extends Error>(error: unknown, name: E['name']): error is E =>
  error instanceof Error && error.name === name;
export const isApiError = (error: unknown): error is ApiError => isNamed<ApiError>(error, 'ApiError');

interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Ends the command with a message and without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'Failure';

  constructor(
    message: string,
    readonly exitCode: ExitCode = exits.failed,
  ) {
    super(message);
  }
}

export const wrongUsage = (message: string): CommandFailure => new CommandFailure(message, exits.usage);

/** How a command failed: as text for people, and as an object for programs. */
export interface FailureReport {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly error: Readonly<Record<string, unknown>>;
}

const endingOf = (exitCode: ExitCode, message: string, errors: readonly Fault[] = []): FailureReport => ({
  exitCode,
  text: message,
  error: { code: codes[exitCode], message, ...(errors.length > 0 && { errors }) },
});

/** The form's name of the field at a pointer into a body. A pointer into a query, path or headers stays as it is. */
const fieldOf = (path: string): string =>
  /^\/(?:query|path|headers)\//.test(path) ? path : path.slice(1).replaceAll('/', '.');

/** Describes the API's error to the user of a command. @param command the words that start the command line */
export function describe(error: unknown, command = 'halyard'): FailureReport {
  if (error instanceof CommandFailure) return endingOf(error.exitCode, error.message);
  if (isNamed<ConnectionError>(error, 'ConnectionError')) return endingOf(exits.unreachable, error.message);
  if (isNamed<MissingLinkError>(error, 'MissingLinkError')) return endingOf(exits.refused, error.message);
  if (isNamed<UnsupportedTemplateError>(error, 'UnsupportedTemplateError'))
    return endingOf(exits.failed, error.message);
  if (isNamed<TemplateError>(error, 'TemplateError')) {
    const errors = error.errors.map(({ field, message }) => ({ path: field, message }));
    return endingOf(exits.usage, error.message, errors);
  }
  if (!isApiError(error)) return endingOf(exits.failed, String(error));
  const { status, code, message, requestId, errors, isRetryable, retryAfter } = error;
  const isUnknown = status === 401 || String(code) === 'invalid_grant';
  const mayPass = isRetryable || status === 429 || status >= 500;
  const lines = [
    plain(`${status} ${code}: ${message}`),
    ...errors.map((fault) => plain(`  ${fieldOf(fault.path)}: ${fault.message}`)),
    ...(isUnknown ? [`  log in with: ${command} login`] : []),
    ...(requestId === undefined ? [] : [`  request ${requestId}`]),
  ];
  return {
    exitCode: isUnknown ? exits.notLoggedIn : mayPass ? exits.unreachable : exits.refused,
    text: lines.join('\n'),
    error: {
      code,
      status,
      message,
      ...(requestId !== undefined && { requestId }),
      ...(retryAfter !== undefined && { retryAfter }),
      errors: errors.map(({ code: fault, message: what, path }) => ({ code: fault, message: what, path })),
    },
  };
}
