import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';

/** Tells what class-transformer would do with a class; the package exports it neither from its index nor with types. */
export const transformers = defaultMetadataStorage;
