import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator of a person. */
@Entity({ name: 'second_factors' })
export class SecondFactor {
  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @Column({ name: 'sealed_seed', type: 'bytea' })
  sealedSeed!: Buffer;

  /** The time step of the last code that was used: earlier codes, and this one, count no more. */
  @Column({ name: 'last_step', type: 'bigint' })
  lastStep!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
