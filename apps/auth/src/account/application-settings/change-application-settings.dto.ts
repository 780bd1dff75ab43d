import { Example, IsListOfOrigins } from '@halyard/input';
import { ORIGINS_MAX } from '../../application/origins.js';

@Example({ origins: ['https://shop.example'] })
export class ChangeApplicationSettingsDto {
  /** Origins of all pages that may link banks, in place of the present ones. */
  @IsListOfOrigins(ORIGINS_MAX)
  readonly origins!: readonly string[];
}
