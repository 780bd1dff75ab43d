import { type Agent, request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';

export interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Node's own by default. */
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
  /** How long the other side may send nothing. */
  readonly silenceMs: number;
}

/** An answer whose body was not read yet. */
export type UnreadAnswer = IncomingMessage & { readonly statusCode: number };

const hasStatus = (answer: IncomingMessage): answer is UnreadAnswer => answer.statusCode !== undefined;

/**
 * Sends a request by Node's own client, which every Node that the command line supports has; redirects are not followed.
 *
 * @throws the error of the connection; of the answer's body, where it is read
 */
export function exchange(
  url: string,
  { method, headers, body, agent, signal, silenceMs }: Request,
): Promise<UnreadAnswer> {
  const request = new URL(url).protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...headers, ...length }, agent, signal, timeout: silenceMs });
    sent.on('timeout', () => sent.destroy(new Error(`no answer for ${silenceMs / 1_000} seconds`)));
    sent.on('response', (answer) => {
      if (hasStatus(answer)) resolve(answer);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
