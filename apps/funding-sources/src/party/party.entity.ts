import type { PartyFact } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What this service has heard of an owner of funding sources: an account, or a customer. */
@Entity({ name: 'parties' })
export class Party {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  kind!: PartyFact['kind'];

  @Column('text')
  type!: PartyFact['type'];

  @Column('text')
  status!: PartyFact['status'];

  /** The owner service's version; an older one never overwrites a newer one. */
  @Column('integer')
  version!: number;

  /** Forgotten, but for its version, until it is heard again or its owner asked. */
  @Column('boolean')
  stale!: boolean;
}

/** What was said of a party. */
export interface HeardParty {
  readonly fact: PartyFact;
  /** When it became so, in the account's time. */
  readonly at: Date;
  /** Trace context that it came by. */
  readonly traceparent?: string;
}

/** A suspended or deactivated party neither gets a bank nor verifies one (reference facts, section 2.4). */
export const isActive = ({ status }: Pick<Party, 'status'>): boolean =>
  status !== 'suspended' && status !== 'deactivated';
