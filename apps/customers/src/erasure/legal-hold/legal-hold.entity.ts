import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An order to keep a customer's data. Until it is lifted, the customer is not erased. */
@Entity({ name: 'legal_holds' })
export class LegalHold {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  @Column('text')
  reason!: string;

  /** The application that set it. */
  @Column('uuid')
  operator!: string;

  /** The person for whom the application acted. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column('timestamptz')
  created!: Date;

  @Column('timestamptz', { nullable: true })
  lifted!: Date | null;

  @Column('uuid', { name: 'lifted_by', nullable: true })
  liftedBy!: string | null;

  @Column('uuid', { name: 'lifted_by_person', nullable: true })
  liftedByPerson!: string | null;
}
