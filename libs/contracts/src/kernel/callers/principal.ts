import type { Permissions } from './permissions.js';
import type { ServiceName } from './services.js';

/**
 * The scopes of a token (reference facts 14.3). `operator` is Halyard's own: it opens everything that tenants may not
 * see.
 */
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

/** The scopes that another application, or a person, may give an application. */
export const applicationScopes = scopes.filter((scope) => scope !== 'operator');

/** The `aud` of every access token: the API as a whole. Auth writes it, and the gateway requires it. */
export const TOKEN_AUDIENCE = 'urn:service:api';

/** A client application that acts for its account. */
export interface ApplicationPrincipal {
  readonly kind: 'application';
  readonly applicationId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /**
   * The most that the application may do with its scopes. Only the gateway checks it, against the category of the
   * route.
   */
  readonly may: Permissions;
  /** The person for whom the application acts. */
  readonly userId?: string;
  /** When the person who allowed the token had logged in (`auth_time`), in seconds. */
  readonly authTime?: number;
  /** The person uses a first-party application, with the person's own role. */
  readonly isFirstParty?: true;
  /** The account to which the application belongs, if it acts for another account. */
  readonly clientAccountId?: string;
}

/** The accounts whose limits count a caller: the one for which it acts, and the one to which it belongs. */
export const accountsOf = ({ accountId, clientAccountId }: ApplicationPrincipal): readonly string[] =>
  clientAccountId === undefined ? [accountId] : [accountId, clientAccountId];

/** The caller as limits count it: the application or, in a first-party application, each person in each account. */
export const limitedAs = (principal: ApplicationPrincipal): string =>
  isPerson(principal) ? `${principal.userId} ${principal.accountId}` : principal.applicationId;

/** Whether a person uses a first-party application. */
export const isPerson = ({ userId, isFirstParty }: ApplicationPrincipal): boolean =>
  userId !== undefined && isFirstParty === true;

/** A service that calls another on its own behalf. It may ask about any account. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: ServiceName;
}

/** A browser with a linking token. The gateway has checked neither; the owner of the route does (ADR 52). */
export interface BrowserPrincipal {
  readonly kind: 'browser';
  /** The bearer token of the request. */
  readonly token: string;
  /** The origin of the calling page. Absent for a page of the API itself, and for clients other than browsers. */
  readonly origin?: string;
}

export type Principal = ApplicationPrincipal | ServicePrincipal | BrowserPrincipal;

/**
 * Names the record of an Idempotency-Key by keyed hashes, from which nobody can find out the key or the request.
 */
export interface KeyRecordName {
  /** Hash of the key, its application and its account. */
  readonly id: string;
  /** Hash of the request's method, path and body. */
  readonly fingerprint: string;
}

/**
 * Travels with every call to a service. `id` names a piece of work that is done once: if the same id comes again, it
 * returns the first outcome, whoever repeats it.
 */
export interface Operation {
  readonly id: string;
  readonly requestId: string;
  readonly principal: Principal;
  /** The account's time (ISO 8601). It is read once, and the same for everything that is done for the operation. */
  readonly at: string;
  /**
   * The step of the account's clock to which `at` belongs. Absent while the account's time is real, and for whatever
   * no client asked for. A service with another step of the account refuses the operation before any effect.
   */
  readonly step?: number;
  /** The client's Idempotency-Key. Only the operation that the client itself requested has it. */
  readonly key?: string;
  /** The record of `key` in the service that carries the operation out. Only that service adds it. */
  readonly keyRecord?: KeyRecordName;
  /**
   * How often the caller sent it before and lost the answer. Each time it may have been carried out. Absent for never.
   */
  readonly repeats?: number;
  /** The client asks for forms in the answer. */
  readonly wantsForms?: true;
  /** The client asks to refuse every member of the body that nobody knows (`Prefer: handling=strict`). */
  readonly isStrict?: true;
  /** W3C trace context of the caller. */
  readonly traceparent?: string;
}
