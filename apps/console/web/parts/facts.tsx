import type { ReactElement, ReactNode } from 'react';

/** A term and its value. A term without a value is left out. */
export type NamedFact = readonly [name: string, value: ReactNode];

export const FactList = ({ facts }: { readonly facts: readonly NamedFact[] }): ReactElement => (
  <dl className="facts">
    {facts.map(
      ([name, value]) =>
        value !== '' &&
        value !== undefined &&
        value !== false && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
