import type { ServiceName } from './services.js';

/** What a token allows (reference facts 14.3). `operator` is ours: it opens what no tenant may see. */
export const scopes = [
  'send',
  'transactions',
  'funding',
  'managecustomers',
  'accountinfofull',
  'openid',
  'operator',
] as const;
export type Scope = (typeof scopes)[number];

/** The `aud` of every access token: the API as a whole. Auth writes it, the gateway wants it. */
export const TOKEN_AUDIENCE = 'urn:service:api';

/** A client application that acts for its account. */
export interface ApplicationPrincipal {
  readonly kind: 'application';
  readonly applicationId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  readonly userId?: string;
}

/** One service that calls another on its own behalf; it may ask for what belongs to any account. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: ServiceName;
}

/** Somebody's browser. The gateway vouches for neither: the owner of the route judges both (ADR 52). */
export interface BrowserPrincipal {
  readonly kind: 'browser';
  /** The bearer token that it showed. */
  readonly token: string;
  /** Of the page that asks; absent for a page of the API itself, and for whoever is no browser. */
  readonly origin?: string;
}

export type Principal = ApplicationPrincipal | ServicePrincipal | BrowserPrincipal;

/**
 * What travels with every call to a service. `id` names what is to be done once: the same operation id again returns
 * the first outcome, whoever repeats it.
 */
export interface Operation {
  readonly id: string;
  readonly requestId: string;
  readonly principal: Principal;
  /** The time of the account that is acted for (ISO 8601): resolved once, and the same for all that is done for it. */
  readonly at: string;
  /** The client's Idempotency-Key. Only the operation that the client itself asked for has it. */
  readonly key?: string;
  /** The client asks for forms beside what it reads. */
  readonly wantsForms?: true;
  /** W3C trace context of the caller. */
  readonly traceparent?: string;
}
