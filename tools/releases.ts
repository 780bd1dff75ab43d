import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const releasesSchema = z
  .array(
    z.strictObject({
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      commit: z.string().regex(/^[\da-f]{40}$/),
    }),
  )
  .min(1);

export type Release = z.infer<typeof releasesSchema>[number];

/** The releases before this build, the latest last. */
export const earlierReleases: readonly Release[] = releasesSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'releases.json'), 'utf8')),
);
