import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection, z } from 'astro:content';

export const collections = {
  docs: defineCollection({
    // Names of operations, codes and topics are the same in addresses: a slug would be in lower case.
    loader: docsLoader({ generateId: ({ entry }) => entry.replace(/\.md$/, '') }),
    schema: docsSchema({ extend: z.object({ source: z.string().optional() }) }),
  }),
};
