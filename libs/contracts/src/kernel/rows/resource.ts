import type { z } from 'zod';

/** The target of a link in an example. */
interface ExampleTarget {
  readonly kind: string;
  readonly id: string;
  readonly filters?: Readonly<Record<string, string>>;
}

/**
 * Names what a client reads at the address of a link: a kind of resource, or a route, whose answer it reads. If the
 * target has several names, it reads one of them. `write` stands for a link to a write, which a route offers in its row
 * (`offeredBy`).
 */
type LinkTarget = string | readonly string[];
type LinkTargets = Readonly<Record<string, LinkTarget>>;

/**
 * A kind of resource. Services, the gateway and docs/openapi.json read the same row. A resource lives at the address of
 * the route that answers it.
 */
export interface ResourceRow<
  Attributes extends z.ZodObject = z.ZodObject,
  Links extends LinkTargets = LinkTargets,
  ListLinks extends readonly string[] = readonly string[],
> {
  /** Includes `id` if the resource has an id of its own. */
  readonly attributes: Attributes;
  /**
   * The links that the resource may have beside `self`, with their targets. Its current links tell what can be done with
   * it now.
   */
  readonly links: Links;
  /** The links, of those above, that a list of these resources may have beside the links to its pages. */
  readonly listLinks?: ListLinks;
  /** The facts that a list of these resources states beside its items. */
  readonly listAttributes?: z.ZodObject;
  /** The attributes that lists leave out. */
  readonly notInLists?: readonly string[];
  /**
   * The resource's attributes, or those named here, contain links (`halLink`). Services answer them by `linkInPlace`.
   */
  readonly linksInPlace?: true | readonly string[];
  /**
   * Parts that the resource embeds under these names, each with the schema of one part. Parts contain their links as
   * well.
   */
  readonly parts?: Readonly<Record<string, z.ZodType>>;
  /** The resource is read page by page: `next` leads to the following page. */
  readonly isPaged?: true;
  /** The `resource-type` of links to the resource. Defaults to its kind. */
  readonly resourceType?: string;
  /** An example of the resource, as its owner answers it. */
  readonly example: {
    readonly attributes: Omit<z.input<Attributes>, 'id'>;
    readonly links?: { readonly [Name in keyof Links]?: ExampleTarget };
    readonly listAttributes?: { readonly [name: string]: unknown };
  };
}

export const defineResource = <
  Attributes extends z.ZodObject,
  const Links extends LinkTargets,
  const ListLinks extends readonly (keyof Links & string)[] = readonly [],
>(
  row: ResourceRow<Attributes, Links, ListLinks>,
): ResourceRow<Attributes, Links, ListLinks> => row;
