import { permissions, type Permissions } from '@halyard/contracts';
import { Example, IsText, Required, type TextFormat } from '@halyard/input';
import { ReasonDto } from '@halyard/operators/reason-dto';
import { IsIn } from 'class-validator';

const VERSION: TextFormat = {
  pattern: /^[\w-]{1,64}$/,
  description: 'The version of the application that was looked at.',
  content: 'kept',
};

const EXAMPLE = 'OTQ4YzM0NTUtZjNkNi00';

@Example({ permissions: 'read', version: EXAMPLE })
export class ApproveApplicationDto {
  @IsIn(permissions)
  readonly permissions!: Permissions;

  @Required()
  @IsText(VERSION)
  readonly version!: string;
}

@Example({ reason: 'Asked for in writing, case 17.', version: EXAMPLE })
export class RejectApplicationDto extends ReasonDto {
  @Required()
  @IsText(VERSION)
  readonly version!: string;
}
