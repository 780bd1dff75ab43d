import type { ReactElement, ReactNode } from 'react';

/** A term and its value. A term without a value is left out. */
export type NamedFact = readonly [name: string, value: ReactNode];

interface FactListProps {
  readonly facts: Readonly<Record<string, ReactNode>> | readonly NamedFact[];
}

export const FactList = ({ facts }: FactListProps): ReactElement => (
  <dl className="facts">
    {(isList(facts) ? facts : Object.entries(facts)).map(
      ([name, value], place) =>
        value !== '' &&
        value !== undefined &&
        value !== false && (
          <div key={place}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);

const isList = (facts: FactListProps['facts']): facts is readonly NamedFact[] => Array.isArray(facts);
