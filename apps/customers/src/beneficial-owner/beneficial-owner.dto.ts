import { Content, Example, IsDay, Required } from '@halyard/input';
import { FullyCheckedPersonDto } from '../customer/rules/checked-person.dto.js';

/** Adds an owner, or retries one (reference facts, section 4). */
@Example({
  firstName: 'Mary',
  lastName: 'Shelley',
  dateOfBirth: '1990-12-10',
  ssn: '987-65-4321',
  address: { address1: '2 Elm St', city: 'Ames', stateProvinceRegion: 'IA', postalCode: '50010', country: 'US' },
})
export class BeneficialOwnerDto extends FullyCheckedPersonDto {
  @Required()
  @Content('birth-date')
  @IsDay()
  readonly dateOfBirth!: string;
}
