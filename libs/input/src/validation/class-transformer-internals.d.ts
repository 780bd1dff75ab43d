declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: {
    findTypeMetadata(dto: object, property: string): { readonly typeFunction: () => new () => object } | undefined;
    findTransformMetadatas(
      dto: object,
      property: string,
      transformation: number,
    ): readonly { readonly transformFn: unknown }[];
    getExposedMetadatas(dto: object): readonly unknown[];
    getExcludedMetadatas(dto: object): readonly unknown[];
  };
}
