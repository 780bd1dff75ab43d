import type { LinkTo } from '@halyard/client';
import type { ReactElement, ReactNode } from 'react';
import { type ReadPace, useResource } from '../api/use-resource.js';
import { Refusal } from './messages.js';
import { Region } from './page.js';

interface SectionProps<Data> {
  readonly name: string;
  readonly of: LinkTo<Data>;
  readonly following?: ReadPace<Data>;
  readonly action?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page that shows what a link leads to. */
export function Section<Data>({ name, of, following, action, children }: SectionProps<Data>): ReactElement {
  const { data, error } = useResource(of, following);
  return (
    <Region name={name} action={action}>
      <Refusal error={error} />
      {data !== undefined && children(data)}
    </Region>
  );
}
