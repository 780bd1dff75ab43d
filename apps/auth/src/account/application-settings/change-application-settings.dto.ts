import { Example, IsListOfOrigins } from '@halyard/input';
import { ORIGINS_MAX } from '../../application/origins.js';

/** Body of POST /application-settings. */
@Example({ origins: ['https://shop.example'] })
export class ChangeApplicationSettingsDto {
  /** All origins of the pages that may link banks; replaces the present ones. */
  @IsListOfOrigins(ORIGINS_MAX)
  readonly origins!: readonly string[];
}
