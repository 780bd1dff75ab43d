import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, isPending } from '../../api/resource.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { Region } from '../../parts/page.js';
import { Status, Time, wordsOf } from '../../parts/text.js';
import { CustomerName, whoDid } from './who.js';

const EVERY_MS = 2_000;

export const erasurePage = resourcePage({
  path: '/operations/erasures/{id}',
  heading: 'Erasure',
  useFollowing: () => ({ everyMs: EVERY_MS, moves: isPending }),
  Body: Erasure,
});

/** Shows how far an erasure has come: each service confirms that it has let go of the person. */
function Erasure({ of }: BodyProps<Api.Erasure>): ReactElement {
  return (
    <>
      <p className="lead">
        <Status of={of.status} />
      </p>
      <FactList
        facts={{
          Customer: <CustomerName id={idOf(of._links.customer)} />,
          Reason: of.reason,
          'Asked for by': whoDid({ application: of.operator, person: of.personId }),
          Begun: <Time at={of.created} />,
          Ended: of.ended && <Time at={of.ended} />,
          'Prevented by': of.obstacles?.map(wordsOf).join(', '),
        }}
      />
      <Progress of={of} />
    </>
  );
}

const Progress = ({ of: { confirmations, waitsFor } }: { readonly of: Api.Erasure }): ReactElement => (
  <Region name="Progress">
    <progress
      aria-label="Services that have confirmed"
      max={confirmations.length + waitsFor.length}
      value={confirmations.length}
    />
    <ul className="links">
      {confirmations.map(({ service, at }) => (
        <li key={service}>
          {service}: confirmed <Time at={at} />
        </li>
      ))}
      {waitsFor.map((service) => (
        <li key={service}>{service}: waits</li>
      ))}
    </ul>
  </Region>
);
