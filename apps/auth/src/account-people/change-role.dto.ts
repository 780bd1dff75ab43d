import { type PersonRole, personRoles } from '@halyard/contracts/people';
import { Example } from '@halyard/input';
import { IsIn } from 'class-validator';

@Example({ role: 'viewer' })
export class ChangeRoleDto {
  @IsIn(personRoles)
  readonly role!: PersonRole;
}
