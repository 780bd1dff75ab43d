import type { AuthConfig } from '../config.js';
import type { Application } from './application.entity.js';

export const ORIGINS_MAX = 20;

/** Of an application that has set none, in the sandbox: for pages under development. */
const SANDBOX_ORIGINS: readonly string[] = ['http://localhost:*', 'https://localhost:*'];

/** The origins of an application's pages. */
export const originsOf = (
  { origins }: Pick<Application, 'origins'>,
  { environment }: Pick<AuthConfig, 'environment'>,
): string[] => [...(origins ?? (environment === 'sandbox' ? SANDBOX_ORIGINS : []))];

/** Each once, as browsers write it, without a default port; one with the port `*` stays as it is. */
export const asBrowsersWrite = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin) => URL.parse(origin)?.origin ?? origin)),
];
