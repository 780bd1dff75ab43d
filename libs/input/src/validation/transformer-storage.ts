import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';

/** What class-transformer knows of a class; the package exports it neither from its index nor with types. */
export const transformers = defaultMetadataStorage;
