import { IsListOfOrigins } from '@halyard/input';

const ORIGINS_MAX = 20;

/** Body of POST /application-settings. */
export class ChangeApplicationSettingsDto {
  /** All origins of the pages that may link banks; replaces the present ones. */
  @IsListOfOrigins(ORIGINS_MAX)
  readonly origins!: readonly string[];
}
