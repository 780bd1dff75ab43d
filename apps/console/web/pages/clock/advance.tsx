import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { pageOf } from '../../api/resource.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { Figures } from '../../parts/figures.js';
import { Go } from '../../parts/go.js';
import { Status, Time, wordsOf } from '../../parts/text.js';
import { followingAdvance, Progress } from './progress.js';
import { didCounts, lengthText } from './words.js';

const SECOND_MS = 1_000;

export const advancePage = resourcePage({
  path: '/sandbox-clock/advances/{id}',
  heading: 'Advance',
  under: '/sandbox-clock',
  isOfSandbox: true,
  useFollowing: () => followingAdvance,
  Body: Advance,
});

/** Shows what an advance of the clock did. */
function Advance({ of }: BodyProps<Api.SandboxClockAdvance>): ReactElement {
  const { from, to, reached, status, moments, events, slow, _links } = of;
  const counts = didCounts(of).filter(([name, count]) => name !== 'corrected' || count > 0);
  return (
    <>
      <p className="lead">
        <Status of={status} />
        <span>
          {lengthText((Date.parse(reached) - Date.parse(from)) / SECOND_MS)}, to <Time at={reached} />
        </span>
      </p>
      <Progress of={of} />
      <Figures of={counts.map(([name, count]) => [wordsOf(name), String(count)] as const)} />
      <FactList
        facts={{
          From: <Time at={from} />,
          To: <Time at={to} />,
          'Due moments': String(moments),
          Events:
            events && _links.events ? (
              <Go to={pageOf(_links.events)}>{String(events.last - events.first + 1)}</Go>
            ) : (
              'None'
            ),
          'Moments left before webhooks had answered': slow > 0 && String(slow),
        }}
      />
    </>
  );
}
