import type { AuthConfig } from '../config.js';
import type { Application } from './application.entity.js';

export const ORIGINS_MAX = 20;

/** Used in the sandbox for applications that have set no origins, so that developers can work on their pages. */
const SANDBOX_ORIGINS: readonly string[] = ['http://localhost:*', 'https://localhost:*'];

export const originsOf = (
  { origins }: Pick<Application, 'origins'>,
  { environment }: Pick<AuthConfig, 'environment'>,
): string[] => [...(origins ?? (environment === 'sandbox' ? SANDBOX_ORIGINS : []))];

/** Removes duplicates and default ports, and keeps the port `*`. */
export const asBrowsersWrite = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin) => URL.parse(origin)?.origin ?? origin)),
];
