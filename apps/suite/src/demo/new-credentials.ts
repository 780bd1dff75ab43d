import { randomBytes, randomUUID } from 'node:crypto';

/** What an application authenticates by. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export const newCredentials = (): Credentials => ({
  key: randomUUID(),
  secret: randomBytes(32).toString('base64url'),
});
