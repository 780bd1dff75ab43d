import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';

/** class-transformer's metadata of classes. The package exports it neither from its index nor with types. */
export const transformers = defaultMetadataStorage;
