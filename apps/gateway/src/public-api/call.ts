import type { ApplicationPrincipal, BrowserPrincipal } from '@halyard/contracts';
import { atAnswerEnd } from '@halyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerType } from '../media/answer-type.js';
import type { Filters } from '../media/query.js';

/** A request, as far as the gateway has examined it. */
export interface PublicCall {
  readonly baseUrl: string;
  readonly type: AnswerType;
  readonly isTypeAccepted: boolean;
  /** Absent on routes that need no token. */
  readonly principal?: ApplicationPrincipal | BrowserPrincipal;
}

export interface PublicRequestParts {
  readonly Params: Readonly<Record<string, string>>;
  readonly Querystring: Filters;
}
export type PublicRequest = FastifyRequest<PublicRequestParts>;

/** @throws Error if the request did not come through the gate */
export function callOf({ call }: Pick<FastifyRequest, 'call'>): PublicCall {
  if (!call) throw new Error('a request came past the gate');
  return call;
}

/** Calls `drop` if the client has gone away before it was answered. */
export const whenGone =
  ({ raw }: FastifyReply) =>
  (drop: () => void): void =>
    atAnswerEnd(raw, drop);

declare module 'fastify' {
  interface FastifyRequest {
    call: PublicCall | null;
    bodyRead: (() => void) | null;
    isShed: boolean;
    refusal: string | null;
  }
}
