import type { Application, FormerSecret } from '../application/application.entity.js';

type Secrets = Pick<Application, 'secretHash' | 'formerSecrets'>;

interface End {
  readonly at: string;
  /** Until then the secrets of that moment still work. */
  readonly until: string;
}

/**
 * The secrets of an application after its secret was replaced, once or several times, by secrets that are lost. The
 * application has no secret then but former ones.
 */
export const afterEnds = (secrets: Secrets, ends: readonly End[]): Secrets => ends.reduce(afterEnd, secrets);

function afterEnd({ secretHash, formerSecrets }: Secrets, { at, until }: End): Secrets {
  if (until <= at) return { secretHash: null, formerSecrets: [] };
  const replaced: readonly FormerSecret[] = secretHash === null ? [] : [{ hash: secretHash, validUntil: until }];
  return { secretHash: null, formerSecrets: [...replaced, ...formerSecrets] };
}
