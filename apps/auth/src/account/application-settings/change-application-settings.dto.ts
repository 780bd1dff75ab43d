import { Example, IsListOfOrigins } from '@halyard/input';

const ORIGINS_MAX = 20;

/** Body of POST /application-settings. */
@Example({ origins: ['https://shop.example'] })
export class ChangeApplicationSettingsDto {
  /** All origins of the pages that may link banks; replaces the present ones. */
  @IsListOfOrigins(ORIGINS_MAX)
  readonly origins!: readonly string[];
}
