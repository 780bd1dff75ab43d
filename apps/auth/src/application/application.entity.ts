import type { Permissions, Scope } from '@halyard/contracts';
import { deriveId, isId } from '@halyard/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * - `server`: acts for its own account, with client credentials.
 * - `integration`: acts for accounts whose owners allow it, once an operator has approved it.
 * - `first-party`: ours, made by the seed. Each person has its own role in it. Without a secret it is public.
 */
export type ApplicationKind = 'server' | 'integration' | 'first-party';

/** Only an active application gets tokens. An integration is `waiting` or `rejected` if no operator has approved it. */
export type ApplicationStatus = 'waiting' | 'active' | 'rejected' | 'suspended';

/** A replaced secret that works for a while, so that clients can change over one after the other. */
export interface FormerSecret {
  /** Keyed hash, like `Application.secretHash`. */
  readonly hash: string;
  /** ISO 8601. */
  readonly validUntil: string;
}

/** The changes that an approved integration asked for, and that no operator has decided on. */
export interface PendingChange {
  readonly name?: string;
  readonly redirectUrls?: readonly string[];
  readonly scopes?: readonly Scope[];
  readonly permissions?: Permissions;
}

/** A client of the API. It authenticates with key and secret; everything else names it by its id. */
@Entity({ name: 'applications' })
export class Application {
  /** Derived from the key; see `applicationIdOf`. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  /** The OAuth `client_id`. */
  @Column({ type: 'text' })
  key!: string;

  /** Numbers the account's applications in the order in which they were made. */
  @Column({ type: 'integer' })
  number!: number;

  @Column({ type: 'text' })
  kind!: ApplicationKind;

  @Column({ type: 'text' })
  name!: string;

  /** Keyed hash. A fast hash is enough, since secrets have high entropy. Null until the first secret is made. */
  @Column({ name: 'secret_hash', type: 'text', nullable: true })
  secretHash!: string | null;

  /** The latest first. Some may have expired. */
  @Column({ name: 'former_secrets', type: 'jsonb' })
  formerSecrets!: readonly FormerSecret[];

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  /** Limits what the application may do with its scopes. For an integration, an operator approved it. */
  @Column({ type: 'text' })
  permissions!: Permissions;

  @Column({ type: 'text' })
  status!: ApplicationStatus;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  pending!: PendingChange | null;

  @Column({ name: 'redirect_urls', type: 'text', array: true })
  redirectUrls!: string[];

  @Column({ name: 'post_logout_redirect_urls', type: 'text', array: true })
  postLogoutRedirectUrls!: string[];

  /** Compares redirect URLs as text. Implies that PKCE is required. */
  @Column({ name: 'strict_redirects', type: 'boolean' })
  strictRedirects!: boolean;

  @Column({ name: 'require_pkce', type: 'boolean' })
  requirePkce!: boolean;

  /** Origins of the application's pages; null until it has set some. */
  @Column({ type: 'text', array: true, nullable: true })
  origins!: string[] | null;

  /** The application that made this one; null if a person or the suite did. */
  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** Whether the application runs where it can't keep a secret (RFC 6749, 2.1). It has no secret, and uses PKCE alone. */
export const isPublic = ({ kind, secretHash }: Pick<Application, 'kind' | 'secretHash'>): boolean =>
  kind === 'first-party' && secretHash === null;

export const plainApplication = {
  kind: 'server',
  formerSecrets: [],
  permissions: 'read-write-transact',
  status: 'active',
  reason: null,
  pending: null,
  redirectUrls: [],
  postLogoutRedirectUrls: [],
  strictRedirects: false,
  requirePkce: false,
  origins: null,
  createdBy: null,
} satisfies Partial<Application>;

/** A key that is a UUID is itself the id; other ids are derived from their key. So an id also works as a key. */
export const applicationIdOf = (key: string): string =>
  isId(key) ? key.toLowerCase() : deriveId('auth.application', key);
