import { createRequire } from 'node:module';

/** The part of class-transformer's metadata that tells what it would do with a class. */
interface TransformerStorage {
  findTypeMetadata(dto: object, property: string): { readonly typeFunction: () => new () => object } | undefined;
  findTransformMetadatas(
    dto: object,
    property: string,
    transformation: number,
  ): readonly { readonly transformFn: unknown }[];
  getExposedMetadatas(dto: object): readonly unknown[];
  getExcludedMetadatas(dto: object): readonly unknown[];
}

// The package exports its storage neither from its index nor with types.
const internals = createRequire(import.meta.url)('class-transformer/cjs/storage.js') as {
  readonly defaultMetadataStorage: TransformerStorage;
};

export const transformers = internals.defaultMetadataStorage;
