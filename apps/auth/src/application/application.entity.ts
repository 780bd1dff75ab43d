import type { Scope } from '@halyard/contracts';
import { deriveId, isId } from '@halyard/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  @Column({ type: 'text' })
  name!: string;

  /** Keyed hash; a fast one is enough for the high entropy of secrets. */
  @Column({ name: 'secret_hash', type: 'text' })
  secretHash!: string;

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ type: 'text' })
  status!: 'active' | 'disabled';

  /** Origins of its pages; null until it has set some. */
  @Column({ type: 'text', array: true, nullable: true })
  origins!: string[] | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** A key that is a UUID is the id itself; other ids are derived from their key. An id also works as a key. */
export const applicationIdOf = (key: string): string =>
  isId(key) ? key.toLowerCase() : deriveId('auth.application', key);
