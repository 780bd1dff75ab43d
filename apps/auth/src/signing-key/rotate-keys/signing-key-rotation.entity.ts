import { Column, Entity, PrimaryColumn } from 'typeorm';

/** New keys took the place of former ones, or are about to. */
@Entity({ name: 'signing_key_rotations' })
export class SigningKeyRotation {
  @PrimaryColumn('uuid')
  id!: string;

  /** Of the new keys. */
  @Column('text', { array: true })
  kids!: string[];

  @Column('boolean', { name: 'is_emergency' })
  isEmergency!: boolean;

  /** The application that asked for it. */
  @Column('uuid')
  operator!: string;

  /** The person, for whom the application acted. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'signs_from' })
  signsFrom!: Date;

  /** Until when the former keys verify. */
  @Column('timestamptz', { name: 'former_until' })
  formerUntil!: Date;

  /** When an emergency has withdrawn the new keys, too. */
  @Column('timestamptz', { name: 'withdrawn_at', nullable: true })
  withdrawnAt!: Date | null;
}
