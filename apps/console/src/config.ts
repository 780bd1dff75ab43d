import { Group, Int, loadConfig, OneOf, Text } from '@halyard/config';
import { AuthAddresses } from '@halyard/service/auth-addresses';

/** Settings of the console, each read from the variable of its name. */
export class ConsoleConfig {
  /** In production, the pages of the console do not mention the sandbox. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  @Group(() => AuthAddresses)
  readonly addresses!: AuthAddresses;

  /** Seconds of inactivity after which a person is logged out of the console. */
  @Int({ min: 60, max: 86_400 })
  readonly consoleSessionIdle: number = 1_800;

  /** Seconds after which a person has to log in to the console again in any case. */
  @Int({ min: 60, max: 2_592_000 })
  readonly consoleSessionMax: number = 43_200;

  /** Folder of the pages' scripts and style sheets. Default: the folder that `npm run bundle` writes. */
  @Text({ optional: true })
  readonly consoleAssetsDir?: string;
}

/** @throws ConfigError naming every bad setting */
export const consoleConfig = (env: Readonly<Record<string, string | undefined>>): Readonly<ConsoleConfig> =>
  loadConfig(ConsoleConfig, env);
