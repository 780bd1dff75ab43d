import type { Permissions, Scope } from '@halyard/contracts';
import { deriveId, isId } from '@halyard/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * - `server`: acts for its own account, with client credentials.
 * - `integration`: acts for accounts whose owners allow it, once an operator has approved it.
 * - `first-party`: ours, made by the seed. People use it, each with its own role. Without a secret it is public.
 */
export type ApplicationKind = 'server' | 'integration' | 'first-party';

/** Only an active application gets tokens. `waiting` and `rejected` are for an integration that no operator approved. */
export type ApplicationStatus = 'waiting' | 'active' | 'rejected' | 'suspended';

/** A secret that was replaced and works for a while, so that clients can be changed one after the other. */
export interface FormerSecret {
  /** As `Application.secretHash`. */
  readonly hash: string;
  /** ISO 8601. */
  readonly validUntil: string;
}

/** What an approved integration asked to be instead, and an operator has not decided. */
export interface PendingChange {
  readonly name?: string;
  readonly redirectUrls?: readonly string[];
  readonly scopes?: readonly Scope[];
  readonly permissions?: Permissions;
}

/** A client of the API. It authenticates with key and secret; after that its id stands for it. */
@Entity({ name: 'applications' })
export class Application {
  /** Derived from the key; see `applicationIdOf`. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  /** The client_id. */
  @Column({ type: 'text' })
  key!: string;

  /** Among those of its account, in the order in which they were made. */
  @Column({ type: 'integer' })
  number!: number;

  @Column({ type: 'text' })
  kind!: ApplicationKind;

  @Column({ type: 'text' })
  name!: string;

  /** Keyed hash; a fast one is enough for the high entropy of secrets. Null until the first one was made. */
  @Column({ name: 'secret_hash', type: 'text', nullable: true })
  secretHash!: string | null;

  /** The latest first. Some may be over. */
  @Column({ name: 'former_secrets', type: 'jsonb' })
  formerSecrets!: readonly FormerSecret[];

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  /** The most that it may do with its scopes; for an integration, what the operator has approved. */
  @Column({ type: 'text' })
  permissions!: Permissions;

  @Column({ type: 'text' })
  status!: ApplicationStatus;

  /** Why an operator rejected or suspended it. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  pending!: PendingChange | null;

  @Column({ name: 'redirect_urls', type: 'text', array: true })
  redirectUrls!: string[];

  @Column({ name: 'post_logout_redirect_urls', type: 'text', array: true })
  postLogoutRedirectUrls!: string[];

  /** Redirect URLs are compared as text. It implies that PKCE is required. */
  @Column({ name: 'strict_redirects', type: 'boolean' })
  strictRedirects!: boolean;

  @Column({ name: 'require_pkce', type: 'boolean' })
  requirePkce!: boolean;

  /** Origins of its pages; null until it has set some. */
  @Column({ type: 'text', array: true, nullable: true })
  origins!: string[] | null;

  /** The application that made it; null for one that a person or the suite made. */
  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** Whether it runs where nothing can be kept secret (RFC 6749, 2.1): it has none, and proves itself by PKCE alone. */
export const isPublic = ({ kind, secretHash }: Pick<Application, 'kind' | 'secretHash'>): boolean =>
  kind === 'first-party' && secretHash === null;

/** What an application has unless it is said otherwise. */
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

/** A key that is a UUID is the id itself; other ids are derived from their key. An id also works as a key. */
export const applicationIdOf = (key: string): string =>
  isId(key) ? key.toLowerCase() : deriveId('auth.application', key);
