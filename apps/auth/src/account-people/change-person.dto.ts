import { Example, IsYes, OnlyWithout } from '@halyard/input';
import { invitedRoles, type InvitedRole } from '@halyard/contracts';
import { IsIn, IsOptional } from 'class-validator';

/** Body of POST /people/{id}: another role, or none in this account any more. */
@Example({ role: 'treasurer' })
export class ChangePersonDto {
  @OnlyWithout('removed')
  @IsIn(invitedRoles)
  role?: InvitedRole;

  @IsOptional()
  @IsYes()
  removed?: unknown;
}
