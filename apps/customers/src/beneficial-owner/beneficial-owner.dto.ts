import { IsDay, Required } from '@halyard/input';
import { FullyCheckedPersonDto } from '../customer/rules/checked-person.dto.js';

/** The body that adds an owner or retries one (reference facts, section 4). */
export class BeneficialOwnerDto extends FullyCheckedPersonDto {
  @Required()
  @IsDay()
  readonly dateOfBirth!: string;
}
