import type { z } from 'zod';

/** What a link in an example leads to. */
interface ExampleTarget {
  readonly kind: string;
  readonly id: string;
}

/**
 * A kind of resource. Services, the gateway and docs/openapi.json read the same row. Where a resource lives follows
 * from the routes that answer it.
 */
export interface ResourceRow<
  Attributes extends z.ZodObject = z.ZodObject,
  Links extends readonly string[] = readonly string[],
  ListLinks extends readonly string[] = readonly string[],
> {
  /** One that has an id of its own has an attribute `id`. */
  readonly attributes: Attributes;
  /** The links that it may have beside `self`. Those that it has say what can be done with it now. */
  readonly links: Links;
  /** The links that a list of them may have beside those of its pages. */
  readonly listLinks?: ListLinks;
  /** Its attributes, or those that are named, have links in place (`halLink`): services answer them by `linkInPlace`. */
  readonly linksInPlace?: true | readonly string[];
  /** Parts that it embeds under these names, each with the schema of one; their links stand in place too. */
  readonly parts?: Readonly<Record<string, z.ZodType>>;
  /** It is read page by page: `next` leads to what follows. */
  readonly isPaged?: true;
  /** `resource-type` of links to it, where that is not its kind. */
  readonly resourceType?: string;
  /** As its owner answers it. */
  readonly example: {
    readonly attributes: Omit<z.input<Attributes>, 'id'>;
    readonly links?: { readonly [Name in Links[number]]?: ExampleTarget };
  };
}

export const defineResource = <
  Attributes extends z.ZodObject,
  const Links extends readonly string[],
  const ListLinks extends readonly string[] = readonly [],
>(
  row: ResourceRow<Attributes, Links, ListLinks>,
): ResourceRow<Attributes, Links, ListLinks> => row;
