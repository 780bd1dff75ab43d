import type { ReactElement, ReactNode } from 'react';

interface FiguresProps {
  /** The most important figure comes first, and is the largest. */
  readonly of: readonly (readonly [name: string, figure: ReactNode, note?: ReactNode])[];
}

/** A few numbers that matter, large. */
export const Figures = ({ of }: FiguresProps): ReactElement => (
  <dl className="figures">
    {of.map(([name, figure, note], place) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={place === 0 ? 'first' : undefined}>
          {figure}
          {note !== undefined && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
