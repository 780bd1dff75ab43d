import type { Scope } from '@halyard/contracts';
import { deriveId, isId } from '@halyard/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A client of the API. It shows its key and secret, and is known by its id ever after. */
@Entity({ name: 'applications' })
export class Application {
  /** Derived from the key; see `applicationIdOf`. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  /** What clients send as client_id. */
  @Column({ type: 'text' })
  key!: string;

  @Column({ type: 'text' })
  name!: string;

  /** Keyed hash; secrets have enough entropy for a fast one. */
  @Column({ name: 'secret_hash', type: 'text' })
  secretHash!: string;

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ type: 'text' })
  status!: 'active' | 'disabled';

  /** Of its pages; null until it has set some. */
  @Column({ type: 'text', array: true, nullable: true })
  origins!: string[] | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** A key that is a UUID is the id itself; ids of other keys hang off them. An id is the key of itself. */
export const applicationIdOf = (key: string): string =>
  isId(key) ? key.toLowerCase() : deriveId('auth.application', key);
