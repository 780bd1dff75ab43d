import { Entity, PrimaryColumn } from 'typeorm';

/** A code that replaces the authenticator once. Using it deletes the row. */
@Entity({ name: 'recovery_codes' })
export class RecoveryCode {
  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @PrimaryColumn({ name: 'code_hash', type: 'text' })
  codeHash!: string;
}
