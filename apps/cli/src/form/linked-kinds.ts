import type { Property } from '@halyard/client';

/** The part of a link field's rule that names the kinds of resources to which it may lead. */
const KINDS = /\\\/\(\?:([a-z-]+(?:\|[a-z-]+)*)\)\\\/\(\[0-9a-fA-F\]/;

/** The kinds of resources to which a link field may lead, as paths name them; none for other fields. */
export const linkedKindsOf = ({ regex = '' }: Property): readonly string[] => KINDS.exec(regex)?.[1]?.split('|') ?? [];

/** `funding-sources` → `funding source`. */
const inWords = (kind: string): string => kind.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', ' ');

/** `a funding source or customer`. */
export const kindsInWords = (kinds: readonly string[]): string => {
  const words = kinds.map(inWords).join(' or ');
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
};
