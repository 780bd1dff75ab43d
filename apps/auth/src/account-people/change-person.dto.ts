import { Example, IsYes, OnlyWithout } from '@halyard/input';
import { invitedRoles, type InvitedRole } from '@halyard/contracts';
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
