import type { ApplicationPrincipal, BrowserPrincipal } from '@halyard/contracts';
import { atAnswerEnd } from '@halyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerType } from '../media/answer-type.js';
import type { Filters } from '../media/query.js';

/** What the gateway has found out about a request so far. */
export interface PublicCall {
  readonly baseUrl: string;
  readonly type: AnswerType;
  /** Whether `type` is one that the client accepts. */
  readonly isTypeAccepted: boolean;
  /** Absent on routes that need no token. */
  readonly principal?: ApplicationPrincipal | BrowserPrincipal;
}

/** What Fastify parsed of a request to a public route. */
export interface PublicRequestParts {
  readonly Params: Readonly<Record<string, string>>;
  readonly Querystring: Filters;
}
export type PublicRequest = FastifyRequest<PublicRequestParts>;

/** What is known of a request that came through the gate. */
export function callOf({ call }: Pick<FastifyRequest, 'call'>): PublicCall {
  if (!call) throw new Error('a request came past the gate');
  return call;
}

/** Calls `drop` when the client has gone away before it was answered. */
export const whenGone =
  ({ raw }: FastifyReply) =>
  (drop: () => void): void =>
    atAnswerEnd(raw, drop);

declare module 'fastify' {
  interface FastifyRequest {
    call: PublicCall | null;
    /** Marks the body as complete. */
    bodyRead: (() => void) | null;
    /** It was refused because of overload. */
    isShed: boolean;
    /** The code of the refusal that it was answered. */
    refusal: string | null;
  }
}
