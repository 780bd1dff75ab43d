import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'second_factors' })
export class SecondFactor {
  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @Column({ name: 'sealed_seed', type: 'bytea' })
  sealedSeed!: Buffer;

  /** The time step of the last used code. Codes of this step and earlier ones are no longer valid. */
  @Column({ name: 'last_step', type: 'bigint' })
  lastStep!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
