import { FullyCheckedPersonDto } from '../customer/rules/checked-person.dto.js';

/** All that is asked of an owner, at first and again (reference facts, section 4). */
export class BeneficialOwnerDto extends FullyCheckedPersonDto {}
