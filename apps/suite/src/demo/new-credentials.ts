import { randomBytes, randomUUID } from 'node:crypto';

/** An application authenticates with these. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export const newCredentials = (): Credentials => ({
  key: randomUUID(),
  secret: randomBytes(32).toString('base64url'),
});
