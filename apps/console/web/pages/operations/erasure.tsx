import type { ReactElement } from 'react';
import { at, idOf, isPending, linkOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../../parts/page.js';
import { Status, Time, wordsOf } from '../../parts/text.js';
import { forOperators } from './for-operators.js';
import { whoDid } from './who.js';

const HEADING = 'Erasure';
const EVERY_MS = 2_000;

/** Shows how far an erasure has come: each service confirms that it has let go of the person. */
export const ErasurePage = forOperators(() => {
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname, { everyMs: EVERY_MS, moves: isPending });
  if (error) return <Failed error={error} heading={HEADING} />;
  if (!data) return <Waiting heading={HEADING} />;
  return (
    <Page
      heading={HEADING}
      crumbs={<Go to="/operations/erasures">Erasures</Go>}
      actions={<Tools id={idOf(pathname)} path={pathname} resource={data} />}
    >
      <p className="lead">
        <Status of={text(data, 'status')} />
      </p>
      <FactList
        facts={[
          ['Customer', idOf(linkOf(data, 'customer') ?? '')],
          ['Reason', text(data, 'reason')],
          ['Asked for by', whoDid(data, 'operator')],
          ['Begun', <Time key="begun" at={text(data, 'created')} />],
          ['Ended', text(data, 'ended') && <Time key="ended" at={text(data, 'ended')} />],
          ['Prevented by', listOf(at(data, 'obstacles')).map(wordsOf).join(', ')],
        ]}
      />
      <Progress confirmations={at(data, 'confirmations')} waitsFor={listOf(at(data, 'waitsFor'))} />
    </Page>
  );
});

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

interface ProgressProps {
  readonly confirmations: unknown;
  readonly waitsFor: readonly string[];
}

function Progress({ confirmations, waitsFor }: ProgressProps): ReactElement {
  const done = Array.isArray(confirmations) ? confirmations : [];
  return (
    <Region name="Progress">
      <progress aria-label="Services that have confirmed" max={done.length + waitsFor.length} value={done.length} />
      <ul className="links">
        {done.map((one) => (
          <li key={text(one, 'service')}>
            {text(one, 'service')}: confirmed <Time at={text(one, 'at')} />
          </li>
        ))}
        {waitsFor.map((service) => (
          <li key={service}>{service}: waits</li>
        ))}
      </ul>
    </Region>
  );
}
