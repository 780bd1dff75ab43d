import { Entity, PrimaryColumn } from 'typeorm';

/** A code that stands in for the authenticator, once: the row goes with its use. */
@Entity({ name: 'recovery_codes' })
export class RecoveryCode {
  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @PrimaryColumn({ name: 'code_hash', type: 'text' })
  codeHash!: string;
}
