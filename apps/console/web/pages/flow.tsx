import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { idOf, linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { nameOf } from '../generic/columns.js';

const STEP = 180;
const [WIDTH, HEIGHT] = [140, 44];

/** The parties of a payment in the order in which its money passes them, and where it is now. */
export function Flow({ legs }: { readonly legs: readonly Resource[] }): ReactElement {
  const ends = [...legs.map((leg) => endOf(leg, 'source')), endOf(legs.at(-1), 'destination')];
  const names = ends.filter((href, index) => href !== undefined && href !== ends[index - 1]);
  const reached = legs.filter((leg) => text(leg, 'status') === 'processed').length;
  const parties = useNames(names);
  const [width, height] = [parties.length * STEP - (STEP - WIDTH), HEIGHT + 4];
  return (
    <figure className="flow" aria-label={`Flow: ${parties.join(', then ')}`}>
      <div className="scrolls" tabIndex={0} role="group" aria-label="Flow, scrolls">
        <svg viewBox={`-2 -2 ${width + 4} ${height}`} width={width} height={height} aria-hidden="true">
          {parties.map((party, index) => (
            <g key={party + String(index)} transform={`translate(${index * STEP} 0)`}>
              <rect width={WIDTH} height={HEIGHT} rx="8" className={index === reached ? 'here' : undefined} />
              <text x={WIDTH / 2} y={HEIGHT / 2 + 5} textAnchor="middle">
                {party.length > 16 ? `${party.slice(0, 15)}…` : party}
              </text>
              {index < parties.length - 1 && (
                <path d={`M${WIDTH} ${HEIGHT / 2} h${STEP - WIDTH - 8} m-6 -5 l6 5 l-6 5`} />
              )}
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="quiet">
        The money is at {parties[Math.min(reached, parties.length - 1)] ?? 'its source'}.
      </figcaption>
    </figure>
  );
}

const endOf = (leg: Resource | undefined, rel: 'source' | 'destination'): string | undefined =>
  linkOf(leg, `${rel}-funding-source`) ?? linkOf(leg, rel);

/** At most four parties: a payment has three legs. */
function useNames(hrefs: readonly (string | undefined)[]): readonly string[] {
  const pathAt = (index: number): string | undefined => {
    const href = hrefs[index];
    return href === undefined ? undefined : pageOf(href);
  };
  const found = [useResource(pathAt(0)), useResource(pathAt(1)), useResource(pathAt(2)), useResource(pathAt(3))];
  return hrefs.map((href, index) => nameOf(found[index]?.data) || `…${idOf(href ?? '').slice(-8)}`);
}
