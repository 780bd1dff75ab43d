import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'signing_key_rotations' })
export class SigningKeyRotation {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { array: true })
  kids!: string[];

  @Column('boolean', { name: 'is_emergency' })
  isEmergency!: boolean;

  /** Id of the application that asked for it. */
  @Column('uuid')
  operator!: string;

  /** Id of the person for whom the application acted. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'signs_from' })
  signsFrom!: Date;

  /** Until when the former keys verify tokens. */
  @Column('timestamptz', { name: 'former_until' })
  formerUntil!: Date;

  /** When an emergency withdrew the new keys as well. */
  @Column('timestamptz', { name: 'withdrawn_at', nullable: true })
  withdrawnAt!: Date | null;
}
