import type { Logger } from '@halyard/observability';
import { z } from 'zod';
import type { CheckOutcome } from '../states/customer-states.js';
import { type CheckAnswer, type CheckRequest, IdentityChecks } from './identity-checks.js';

interface IdentityProvider {
  readonly url: string;
  /** Bearer token for the provider. */
  readonly key: string;
  /** Milliseconds for the whole answer. */
  readonly timeoutMs?: number;
}

/** Shorter than due work may wait within its transaction. */
const TIMEOUT_MS = 3_000;
const ANSWER_LENGTH_MAX = 64 * 1_024;

/** The outcomes that the provider's words stand for. */
const outcomes = {
  passed: 'pass',
  'partly-matched': 'ask again',
  'papers-needed': 'ask for papers',
  refused: 'refuse',
  pending: 'review',
} as const satisfies Record<string, CheckOutcome>;

const answerShape = z.object({
  outcome: z.enum(Object.keys(outcomes) as (keyof typeof outcomes)[]),
  reasons: z.array(z.string().max(64)).max(10).default([]),
});

const undecided: CheckAnswer = { outcome: 'review', reasons: [] };

/**
 * Asks a provider: `PUT {url}/checks/{id}` with {subject, attempt, identity} as JSON, answered with {outcome, reasons}.
 * The id makes it idempotent: a repeat starts no second check, and returns the check's current state. So whenever the
 * outcome stays unknown (no answer in time, a lost connection, an error), the check is repeated later.
 */
export class HttpIdentityChecks extends IdentityChecks {
  override readonly isAvailable = true;

  constructor(
    private readonly provider: IdentityProvider,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    super();
  }

  /** Logs nothing of the identity, and nothing that the provider says about it. */
  override async check({ id, subject, isSecond, identity }: CheckRequest): Promise<CheckAnswer> {
    const attempt = isSecond ? 2 : 1;
    try {
      const response = await this.send(id, JSON.stringify({ subject, attempt, identity }));
      const answer = answerShape.safeParse(JSON.parse(await textOf(response)));
      if (response.ok && answer.success) {
        return { outcome: outcomes[answer.data.outcome], reasons: answer.data.reasons };
      }
      this.log.warn({ check: id, subject, status: response.status }, 'an identity check was not answered as agreed');
    } catch (error) {
      const cause = error instanceof Error ? error.name : 'unknown';
      this.log.warn({ check: id, subject, cause }, 'an identity check has no outcome yet');
    }
    return undecided;
  }

  private send(id: string, body: string): Promise<Response> {
    const { url, key, timeoutMs = TIMEOUT_MS } = this.provider;
    return fetch(`${url.replace(/\/$/, '')}/checks/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

/** @throws Error for an answer longer than `ANSWER_LENGTH_MAX` */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > ANSWER_LENGTH_MAX) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
