import { EXAMPLE_ADDRESS } from '@halyard/contracts';
import type { ValidationOptions } from 'class-validator';
import { declare } from './declared.js';

const linkedKinds = ['account', 'customer', 'funding-source', 'on-demand-authorization', 'transfer'] as const;

export type LinkedKind = (typeof linkedKinds)[number];

export interface LinkedResource {
  readonly kind: LinkedKind;
  readonly id: string;
}

const HREF_LENGTH_MAX = 2_048;
const HREF =
  /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s?#]+)?\/([a-z-]+)\/([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\/?$/;

/** The first segment of paths to resources of a kind. */
const collectionOf = (kind: LinkedKind): string => `${kind}s`;

const kinds = new Map<string, LinkedKind>(linkedKinds.map((kind) => [collectionOf(kind), kind]));

/** The resource that a URL or path of this API names; undefined for any other value. */
export function linkedResource(href: unknown): LinkedResource | undefined {
  if (typeof href !== 'string' || href.length > HREF_LENGTH_MAX) return undefined;
  const [, collection = '', id = ''] = HREF.exec(href) ?? [];
  const kind = kinds.get(collection);
  return kind && { kind, id: id.toLowerCase() };
}

/** Names kinds in words: `a funding source, customer or account`. */
function named(kinds: readonly LinkedKind[]): string {
  const names = kinds.map((kind) => kind.replaceAll('-', ' '));
  const last = names.pop() ?? '';
  return `${/^[aeiou]/.test(names[0] ?? last) ? 'an' : 'a'} ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}`;
}

/** A link's `href` to a resource of one of these kinds, as an absolute URL or a path. */
export function IsLinkTo(wanted: readonly [LinkedKind, ...LinkedKind[]], options?: ValidationOptions) {
  const collections = wanted.map(collectionOf).join('|');
  const example = `${EXAMPLE_ADDRESS}/${collectionOf(wanted[0])}/0197c0de-0000-7000-8000-000000000001`;
  return declare(
    {
      name: 'link',
      content: 'link',
      test: (value) => {
        const kind = linkedResource(value)?.kind;
        return kind !== undefined && wanted.includes(kind);
      },
      schema: {
        type: 'string',
        description: `The URL of ${named(wanted)}.`,
        maxLength: HREF_LENGTH_MAX,
        pattern: HREF.source.replace('([a-z-]+)', `(?:${collections})`),
        examples: [example],
      },
    },
    options,
  );
}
