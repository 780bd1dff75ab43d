import { Example, Required } from '@halyard/input';
import { IsIn } from 'class-validator';

/** Certifies that all owners were named. */
@Example({ status: 'certified' })
export class CertifyOwnershipDto {
  @Required()
  @IsIn(['certified'])
  readonly status!: 'certified';
}
