import { Example, IsFullSsn, Label, Nested, Required, Variants } from '@halyard/input';
import { IsIn } from 'class-validator';
import { CompanyDto, companyTypes, ProprietorshipDto } from '../rules/business.dto.js';
import { RetriedControllerDto } from '../rules/controller.dto.js';
import { PersonDto } from '../rules/customer.dto.js';
import { exampleCompany, exampleController, examplePerson, exampleProprietorship } from '../example-customers.js';

/* A second try to verify a customer: every field of a creation, with the full social security number. */

@Example({ ...examplePerson, ssn: '123-45-6789' })
export class RetryPersonalDto extends PersonDto {
  @IsIn(['personal'])
  readonly type!: 'personal';

  @Label('Social security number')
  @Required()
  @IsFullSsn()
  readonly ssn!: string;
}

@Example({ ...exampleProprietorship, ssn: '123-45-6789' })
class RetryProprietorshipDto extends ProprietorshipDto {
  @Label('Social security number')
  @Required()
  @IsFullSsn()
  readonly ssn!: string;
}

@Example({ ...exampleCompany, controller: { ...exampleController, ssn: '123-45-6789' } })
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
