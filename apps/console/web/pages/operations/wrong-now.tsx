import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Status, Time } from '../../parts/text.js';
import { isService } from './services.js';

type Check = Api.InstallationHealth['checks'][number];

const following = { everyMs: 5_000 };

/** The pages of the console that show what a check has found. */
const pages: Readonly<Partial<Record<Check['name'], string>>> = {
  'money-conserved': '/operations/ledger',
  'read-models-stopped': '/operations/read-models',
  'read-models-behind': '/operations/read-models',
  'rebuilds-waiting': '/operations/read-models',
};

function pageOf({ name, service }: Check): string | undefined {
  if (name === 'keys-parked' && service && isService(service)) {
    return `/operations/parked-messages?service=${service}`;
  }
  return pages[name];
}

/** Says in one line that all is well, or shows what is wrong with the installation, the worst first. */
export function WrongNow(): ReactElement | null {
  const { data, error } = useResource(linkTo('/operations/health'), following);
  const wrong = data?.checks.filter(({ status }) => status !== 'ok') ?? [];
  if (error) return <Refusal error={error} advice="What is wrong now is not known." />;
  if (!data) return <p className="quiet">Looking at what is wrong now…</p>;
  if (wrong.length === 0) return <p className="note good">All is well.</p>;
  return (
    <Region name="Wrong now">
      <ul className="wrong">
        {wrong.map((check) => (
          <Line key={`${check.name} ${check.service ?? ''}`} of={check} />
        ))}
      </ul>
    </Region>
  );
}

function Line({ of: check }: { readonly of: Check }): ReactElement {
  const { service, status, since, message, help } = check;
  const page = pageOf(check);
  return (
    <li>
      <Status of={status} />
      <div>
        {page === undefined ? <a href={help}>{message}</a> : <Go to={page}>{message}</Go>}
        <p className="quiet">
          {service}
          {since !== undefined && (
            <>
              {' '}
              since <Time at={since} isBrief />
            </>
          )}
          {page !== undefined && (
            <>
              {' '}
              · <a href={help}>What to do</a>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
