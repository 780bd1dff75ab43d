import { ConfigError, Flag, Group, Int, loadConfig, OneOf, Text, Url } from '@halyard/config';
import { AuthAddresses } from '@halyard/service/auth-addresses';

/** Settings of auth, each read from the variable of its name. */
export class AuthConfig {
  /** In the sandbox, pages on `localhost` may link banks by default, and letters may be written to files. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** The name by which people know the installation. Pages and letters for people show it. */
  @Text({ matches: /^[^\p{Cc}]{1,60}$/u, wants: '1 to 60 characters' })
  readonly installationName: string = 'Halyard';

  /** Whether the console is served, to which pages for people then lead. */
  @Flag()
  readonly console: boolean = true;

  @Group(() => AuthAddresses)
  readonly addresses!: AuthAddresses;

  /** How letters to people are sent: by an SMTP server, or only in the sandbox as files in `DATA_DIR/mail`. */
  @OneOf(['file', 'smtp'])
  readonly mail: string = 'file';

  /** URL of the SMTP server, with user and password if it asks for them. */
  @Url(['smtp', 'smtps'], { optional: true })
  readonly smtpUrl?: string;

  /** The sender of letters: an address, or a name with the address in angle brackets. */
  @Text({ matches: /^[^\p{Cc}<>]{0,100}<?[^\s<>@]+@[^\s<>@]+>?$/u, wants: 'an e-mail address', optional: true })
  readonly mailFrom?: string;

  /** With `MAIL=file`, letters are written to `mail` below this folder. */
  @Text()
  readonly dataDir: string = '.data';

  /** Minutes of inactivity after which a person is logged out. */
  @Int({ min: 1, max: 1_440 })
  readonly sessionIdleMinutes: number = 30;

  /** Hours after which a person has to log in again in any case. */
  @Int({ min: 1, max: 720 })
  readonly sessionHoursMax: number = 12;

  /** Days for which security events are kept. */
  @Int({ min: 1, max: 3_650 })
  readonly securityEventsDays: number = 400;
}

/** Whether letters reach nobody, and lie in files. */
export const areLettersFiles = ({ mail }: AuthConfig): boolean => mail === 'file';

/** @throws ConfigError naming every bad setting */
export function authConfig(env: Readonly<Record<string, string | undefined>>): Readonly<AuthConfig> {
  const config = loadConfig(AuthConfig, env);
  const { environment, addresses, mail, smtpUrl, mailFrom } = config;
  const isProduction = environment === 'production';
  const problems = [
    ...(isProduction && !addresses.isGiven ? ['AUTH_URL or PUBLIC_BASE_URL is missing, which production needs'] : []),
    ...(isProduction && mail === 'file' ? ['MAIL must be smtp in production: nobody gets letters that are files'] : []),
    ...(mail === 'smtp' && smtpUrl === undefined ? ['SMTP_URL is missing, which MAIL=smtp needs'] : []),
    ...(mail === 'smtp' && mailFrom === undefined ? ['MAIL_FROM is missing, which MAIL=smtp needs'] : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
