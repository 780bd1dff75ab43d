import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person lets an application act for an account, until it withdraws the consent. */
@Entity({ name: 'consents' })
export class Consent {
  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @PrimaryColumn({ name: 'application_id', type: 'uuid' })
  applicationId!: string;

  @PrimaryColumn({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  @Column({ type: 'text', array: true })
  scopes!: string[];

  @Column({ name: 'given_at', type: 'timestamptz' })
  givenAt!: Date;
}
