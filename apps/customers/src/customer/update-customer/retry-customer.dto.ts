import { IsFullSsn, Label, Nested, Required, Variants } from '@halyard/http';
import { IsIn } from 'class-validator';
import { CompanyDto, companyTypes, ProprietorshipDto } from '../rules/business.dto.js';
import { RetriedControllerDto } from '../rules/controller.dto.js';
import { PersonDto } from '../rules/customer.dto.js';

/* The second try of somebody whose identity could not be verified: all that a creation asks for, and the full number. */

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
