import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';

/** What class-transformer knows about classes. Its package exports this neither from its index nor with types. */
export const transformers = defaultMetadataStorage;
