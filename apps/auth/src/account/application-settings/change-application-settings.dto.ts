import { IsListOfOrigins } from '@halyard/http';

const ORIGINS_MAX = 20;

/** Body of POST /application-settings. */
export class ChangeApplicationSettingsDto {
  /** Of the pages that may link banks; all of them. */
  @IsListOfOrigins(ORIGINS_MAX)
  readonly origins!: readonly string[];
}
