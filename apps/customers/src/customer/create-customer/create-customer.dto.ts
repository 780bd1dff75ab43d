import { Example, IsSsn, IsText, Label, Nested, NotAllowed, OptionalOrEmpty, Required, Variants } from '@halyard/input';
import { IsIn } from 'class-validator';
import { CompanyDto, companyTypes, ProprietorshipDto } from '../rules/business.dto.js';
import { ControllerDto } from '../rules/controller.dto.js';
import { CustomerDto, PersonDto } from '../rules/customer.dto.js';
import { exampleCompany, exampleController, examplePerson, exampleProprietorship } from '../example-customers.js';
import { BUSINESS_NAME } from '../rules/field-formats.js';

/** Accepts the fields of verified customers, but does not store them. */
@Example({ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' })
export class UnverifiedCustomerDto extends CustomerDto {
  @OptionalOrEmpty()
  @IsIn(['unverified'])
  readonly type?: 'unverified' | '';

  @OptionalOrEmpty()
  @IsText(BUSINESS_NAME)
  readonly businessName?: string;
}

@Example({ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', type: 'receive-only' })
export class ReceiveOnlyCustomerDto extends CustomerDto {
  @IsIn(['receive-only'])
  readonly type!: 'receive-only';

  @OptionalOrEmpty()
  @IsText(BUSINESS_NAME)
  readonly businessName?: string;
}

@Example({ ...examplePerson, ssn: '1234' })
export class PersonalCustomerDto extends PersonDto {
  @IsIn(['personal'])
  readonly type!: 'personal';

  @OptionalOrEmpty()
  @NotAllowed()
  readonly businessName?: string;

  @Label('Social security number')
  @Required()
  @IsSsn()
  readonly ssn!: string;
}

@Example({ ...exampleProprietorship, ssn: '1234' })
export class SoleProprietorshipDto extends ProprietorshipDto {
  @Label('Social security number')
  @Required()
  @IsSsn()
  readonly ssn!: string;
}

@Example({ ...exampleCompany, controller: { ...exampleController, ssn: '1234' } })
export class CompanyCustomerDto extends CompanyDto {
  @Nested(() => ControllerDto)
  readonly controller!: ControllerDto;
}

/** A class for businesses that are their owner, and a class for companies, which also handles a missing type. */
@Variants(
  'businessType',
  {
    soleProprietorship: SoleProprietorshipDto,
    ...Object.fromEntries(companyTypes.map((type) => [type, CompanyCustomerDto])),
  },
  CompanyCustomerDto,
)
export class BusinessCustomerDto {}

/** A class for each type of customer. */
@Variants(
  'type',
  { 'receive-only': ReceiveOnlyCustomerDto, personal: PersonalCustomerDto, business: BusinessCustomerDto },
  UnverifiedCustomerDto,
)
export class CreateCustomerDto {}

/** Bodies whose identity is checked, when a customer is created or changes to such a type. */
type CheckedCustomerDto = PersonalCustomerDto | SoleProprietorshipDto | CompanyCustomerDto;
export type NewCustomerDto = UnverifiedCustomerDto | ReceiveOnlyCustomerDto | CheckedCustomerDto;
