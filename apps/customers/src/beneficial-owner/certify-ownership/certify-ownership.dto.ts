import { Required } from '@halyard/input';
import { IsIn } from 'class-validator';

/** POST /customers/{id}/beneficial-ownership: certifies that all owners were named. */
export class CertifyOwnershipDto {
  @Required()
  @IsIn(['certified'])
  readonly status!: 'certified';
}
