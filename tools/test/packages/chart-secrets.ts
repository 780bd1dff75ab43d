import { z } from 'zod';

/** The parts of a manifest that name a Secret of the user, with the keys that it must have. */
const namesSecret = z.union([
  z
    .object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) })
    .transform(({ secretKeyRef }) => ({ name: secretKeyRef.name, keys: [secretKeyRef.key] })),
  z
    .object({ secret: z.object({ secretName: z.string(), items: z.array(z.object({ key: z.string() })) }) })
    .transform(({ secret }) => ({ name: secret.secretName, keys: secret.items.map(({ key }) => key) })),
  z
    .object({ hosts: z.array(z.string()), secretName: z.string() })
    .transform(({ secretName }) => ({ name: secretName, keys: ['tls.crt', 'tls.key'] })),
]);

/** The Secrets that a manifest, or a part of one, wants. */
export function secretsIn(part: unknown): readonly z.infer<typeof namesSecret>[] {
  if (typeof part !== 'object' || part === null) return [];
  const { data } = namesSecret.safeParse(part);
  return [...(data === undefined ? [] : [data]), ...Object.values(part).flatMap(secretsIn)];
}
