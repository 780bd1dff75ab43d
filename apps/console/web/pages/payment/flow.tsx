import type { Api } from '@halyard/client';
import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { endOf, type Party, type PartyLinks, partyQuery, partyText } from '../../api/parties.js';
import { shortId } from '../../api/resource.js';
import { useSession } from '../../session/session.js';

const STEP = 220;
const [WIDTH, HEIGHT] = [180, 52];
/** The number of letters that fit into a box. */
const LETTERS_MAX = 22;

/** Draws the parties of a payment in the order in which its money passes them, and where the money is now. */
export function Flow({ legs }: { readonly legs: readonly Api.Transfer[] }): ReactElement {
  const last = legs.at(-1);
  const ends = [...legs.map((leg) => endOf(leg, 'source')), last && endOf(last, 'destination')];
  const parties = useParties(stopsOf(ends));
  const processed = legs.filter(({ status }) => status === 'processed').length;
  const here = parties[stopsOf(ends.slice(0, processed + 1)).length - 1];
  const [width, height] = [parties.length * STEP - (STEP - WIDTH), HEIGHT + 4];
  return (
    <figure className="flow" aria-label={`Flow: ${parties.map(partyText).join(', then ')}`}>
      <div className="scrolls" tabIndex={0} role="group" aria-label="Flow, scrolls">
        <svg viewBox={`-2 -2 ${width + 4} ${height}`} width={inRem(width)} height={inRem(height)} aria-hidden="true">
          {parties.map((party, index) => (
            <g key={partyText(party) + String(index)} transform={`translate(${index * STEP} 0)`}>
              <rect width={WIDTH} height={HEIGHT} rx="8" className={party === here ? 'here' : undefined} />
              <text x={WIDTH / 2} y={party.source === '' ? HEIGHT / 2 + 5 : HEIGHT / 2 - 4} textAnchor="middle">
                {shortened(party.owner)}
              </text>
              <text x={WIDTH / 2} y={HEIGHT / 2 + 15} textAnchor="middle" className="source">
                {shortened(party.source)}
              </text>
              {index < parties.length - 1 && (
                <path d={`M${WIDTH} ${HEIGHT / 2} h${STEP - WIDTH - 8} m-6 -5 l6 5 l-6 5`} />
              )}
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="quiet">The money is at {here ? partyText(here) : 'its source'}.</figcaption>
    </figure>
  );
}

/** The picture grows with the page's text. */
const inRem = (pixels: number): string => `${pixels / 16}rem`;

const shortened = (name: string): string => {
  const letters = [...name];
  return letters.length > LETTERS_MAX ? `${letters.slice(0, LETTERS_MAX - 1).join('')}…` : name;
};

/** Lists the stops of the money. Two transfers that begin at the same source share that stop. */
const stopsOf = (ends: readonly (PartyLinks | undefined)[]): readonly PartyLinks[] =>
  ends.filter((end) => end !== undefined).filter(({ href }, place, all) => href !== all[place - 1]?.href);

/** A party that the person can't read is named by the end of its id. */
function useParties(stops: readonly PartyLinks[]): readonly Party[] {
  const { account } = useSession();
  return useQueries({
    queries: stops.map((stop) => partyQuery(stop, account.name)),
    combine: (found) =>
      found.map(({ data }, place) => data ?? { owner: shortId(stops[place]?.href ?? ''), source: '' }),
  });
}
