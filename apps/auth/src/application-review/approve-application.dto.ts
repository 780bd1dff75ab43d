import { permissions, type Permissions } from '@halyard/contracts';
import { Example } from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';

/** Body of POST /operations/applications/{id}/approvals. */
@Example({ permissions: 'read' })
export class ApproveApplicationDto {
  /** What the application may do; in the sandbox, what it asks for unless it is said here. */
  @IsOptional()
  @IsIn(permissions)
  readonly permissions?: Permissions;
}
