import { IsFullSsn, Label, Nested, Required, Variants } from '@halyard/input';
import { IsIn } from 'class-validator';
import { CompanyDto, companyTypes, ProprietorshipDto } from '../rules/business.dto.js';
import { RetriedControllerDto } from '../rules/controller.dto.js';
import { PersonDto } from '../rules/customer.dto.js';

/*
 * The second try of a customer whose identity could not be verified: every field of a creation, with the full social
 * security number.
 */

export class RetryPersonalDto extends PersonDto {
  @IsIn(['personal'])
  readonly type!: 'personal';

  @Label('Social security number')
  @Required()
  @IsFullSsn()
  readonly ssn!: string;
}

class RetryProprietorshipDto extends ProprietorshipDto {
  @Label('Social security number')
  @Required()
  @IsFullSsn()
  readonly ssn!: string;
}

class RetryCompanyDto extends CompanyDto {
  @Nested(() => RetriedControllerDto)
  readonly controller!: RetriedControllerDto;
}

@Variants(
  'businessType',
  {
    soleProprietorship: RetryProprietorshipDto,
    ...Object.fromEntries(companyTypes.map((type) => [type, RetryCompanyDto])),
  },
  RetryCompanyDto,
)
export class RetryBusinessDto {}
