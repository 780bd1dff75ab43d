import type { Permissions } from './permissions.js';
import type { ServiceName } from './services.js';

/** The scopes of a token (reference facts 14.3). `operator` is ours: it opens what no tenant may see. */
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

/** The scopes that an application may be given by another, or by a person. */
export const applicationScopes = scopes.filter((scope) => scope !== 'operator');

/** The `aud` of every access token: the API as a whole. Auth writes it, the gateway requires it. */
export const TOKEN_AUDIENCE = 'urn:service:api';

/** A client application that acts for its account. */
export interface ApplicationPrincipal {
  readonly kind: 'application';
  readonly applicationId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** The most that it may do with its scopes. The gateway alone checks it, against the category of the route. */
  readonly may: Permissions;
  /** The person, for whom the application acts. */
  readonly userId?: string;
  /** When the person had logged in who allowed the token (`auth_time`), in seconds. */
  readonly authTime?: number;
  /** The person uses an application of ours, with its own role. */
  readonly isFirstParty?: true;
  /** The account that the application belongs to, where it acts for another one. */
  readonly clientAccountId?: string;
}

/** The accounts that limits count a caller for: the one that it acts for, and the one that it belongs to. */
export const accountsOf = ({ accountId, clientAccountId }: ApplicationPrincipal): readonly string[] =>
  clientAccountId === undefined ? [accountId] : [accountId, clientAccountId];

/** Whom limits take a caller for: an application, or in an application of ours each person, in each account. */
export const limitedAs = (principal: ApplicationPrincipal): string =>
  isPerson(principal) ? `${principal.userId} ${principal.accountId}` : principal.applicationId;

/** Whether a person uses an application of ours. */
export const isPerson = ({ userId, isFirstParty }: ApplicationPrincipal): boolean =>
  userId !== undefined && isFirstParty === true;

/** A service that calls another on its own behalf; it may ask about any account. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: ServiceName;
}

/** A browser with a linking token. The gateway has checked neither: the owner of the route does (ADR 52). */
export interface BrowserPrincipal {
  readonly kind: 'browser';
  /** The bearer token of the request. */
  readonly token: string;
  /** The origin of the calling page; absent for a page of the API itself, and for clients other than browsers. */
  readonly origin?: string;
}

export type Principal = ApplicationPrincipal | ServicePrincipal | BrowserPrincipal;

/**
 * Travels with every call to a service. `id` names what is to be done once: the same operation id again returns the
 * first outcome, whoever repeats it.
 */
export interface Operation {
  readonly id: string;
  readonly requestId: string;
  readonly principal: Principal;
  /** Time of the account acted for (ISO 8601): read once, and the same for everything done for the operation. */
  readonly at: string;
  /** The client's Idempotency-Key. Only the operation that the client itself requested has it. */
  readonly key?: string;
  /** How often its caller sent it before and lost the answer: it may have been carried out. Absent for never. */
  readonly repeats?: number;
  /** The client asks for forms in the answer. */
  readonly wantsForms?: true;
  /** The client asks that every member of the body that nobody knows is refused (`Prefer: handling=strict`). */
  readonly isStrict?: true;
  /** W3C trace context of the caller. */
  readonly traceparent?: string;
}
