import { Example, IsYes, OnlyWithout } from '@halyard/input';
import { type InvitedRole, invitedRoles } from '@halyard/contracts/people';
import { IsIn, IsOptional } from 'class-validator';

/** Changes the person's role, or removes the person from the account. */
@Example({ role: 'treasurer' })
export class ChangePersonDto {
  @OnlyWithout('removed')
  @IsIn(invitedRoles)
  role?: InvitedRole;

  @IsOptional()
  @IsYes()
  removed?: unknown;
}
