import { isNativeError } from 'node:util/types';
import { errors } from 'undici';
import { RefusedAddress } from '../../subscription/address-guard.js';
import type { AttemptError } from '../delivery.js';

const errorOfCode: Readonly<Record<string, AttemptError>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ETIMEDOUT: 'timeout',
  UND_ERR_SOCKET: 'connection-lost',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'malformed-response',
  EPROTO: 'tls',
};

const isTls = (code: string): boolean => /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** An aborted signal throws a DOMException with this name. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'TimeoutError';

/** Classifies an error, and drops its text, which may contain addresses of inner networks. */
export function attemptErrorOf(thrown: unknown): AttemptError {
  if (thrown instanceof RefusedAddress) return `refused-address: ${thrown.reason}`;
  if (isTimeout(thrown)) return 'timeout';
  if (!isNativeError(thrown)) return 'connection-failed';
  if (thrown instanceof errors.HTTPParserError) return 'malformed-response';
  // Several addresses were tried: the error of the last one counts.
  if ('errors' in thrown && Array.isArray(thrown.errors)) return attemptErrorOf(thrown.errors.at(-1));
  const code = codeOf(thrown);
  return errorOfCode[code] ?? (isTls(code) ? 'tls' : 'connection-failed');
}
