import { Example, IsEmailAddress, IsText, Required, type TextFormat } from '@halyard/input';
import { type InvitedRole, invitedRoles } from '@halyard/contracts/people';
import { IsIn } from 'class-validator';

/** People see names, so these contain no control characters and are not blank (`Required`). */
const NAME: TextFormat = {
  pattern: /^[^\p{Cc}]{1,100}$/u,
  description: '1 to 100 characters, no control characters.',
  content: 'name',
};

export class InvitedPersonDto {
  @IsEmailAddress()
  email!: string;

  @Required()
  @IsText(NAME)
  name!: string;
}

@Example({ email: 'ada@example.com', name: 'Ada Byron', role: 'viewer' })
export class CreateInvitationDto extends InvitedPersonDto {
  @IsIn(invitedRoles)
  role!: InvitedRole;
}
