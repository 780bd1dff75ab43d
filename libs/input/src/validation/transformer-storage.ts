import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';

/**
 * The metadata that class-transformer has of classes. Its package exports this neither from its index nor with types.
 */
export const transformers = defaultMetadataStorage;
