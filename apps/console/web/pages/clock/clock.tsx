import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useTickingNow } from '../../api/account-clock.js';
import { useNews } from '../../api/event-stream.js';
import { useResource } from '../../api/use-resource.js';
import { choiceLabels } from '../../forms/field-labels.js';
import { Actions } from '../../generic/actions.js';
import { FactList } from '../../parts/facts.js';
import { Figures } from '../../parts/figures.js';
import { Go } from '../../parts/go.js';
import { Nothing } from '../../parts/nothing.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page, Region } from '../../parts/page.js';
import { Time } from '../../parts/text.js';
import { Tools } from '../../parts/tools.js';
import { clockFields, offeredBy } from './advance-forms.js';
import { Advances } from './advances.js';
import { CurrentAdvance } from './progress.js';
import { aheadText, chicagoText, dueName, dueText, lengthText } from './words.js';

const HEADING = 'Clock';
const PATH = '/sandbox-clock';
const EVERY_MS = 500;

export const clockPage: PageRow = {
  path: PATH,
  heading: HEADING,
  place: 'palette',
  help: 'concepts/time/',
  isOfSandbox: true,
  Show: AskedClock,
};

const following = { everyMs: EVERY_MS, moves: ({ status }: Api.SandboxClock) => status === 'advancing' };

/** Shows what time it is in the account and what is due next, and lets people make time pass. */
function AskedClock(): ReactElement {
  const clock = useResource(linkTo(PATH), following);
  useNews();
  return <Loaded reads={{ clock }}>{(read) => <Clock of={read.clock} />}</Loaded>;
}

const labels = { edit: 'Change clock' };
const told: Readonly<Record<string, string>> = {
  advance: 'The clock goes forward',
  edit: 'The clock is changed',
};

const leavesReal = (
  <p>
    The account leaves the real time: afterwards its clock stands still, and its banks act by it. A clock that is ahead
    can’t go back.
  </p>
);

/** While the clock is advanced, it offers neither. */
const ClockActions = ({ of }: { readonly of: Api.SandboxClock }): ReactElement => (
  <Actions
    resource={offeredBy(of)}
    subject={HEADING}
    labels={labels}
    fields={clockFields}
    {...(of.mode === 'real' && { notes: { advance: leavesReal } })}
    tell={(name) => told[name] ?? name}
  />
);

function Clock({ of }: { readonly of: Api.SandboxClock }): ReactElement {
  const { advances, 'current-advance': current } = of._links;
  return (
    <Page heading={HEADING} actions={<ClockActions of={of} />} tools={<Tools path={PATH} resource={of} />}>
      <p className="quiet">
        In the sandbox an account can have a time of its own. Advance it, and everything that is due until then happens
        in order, each thing at its own time. Nothing happens in any other account. Banks do wrong what their{' '}
        <Go to="/sandbox-bank-behavior">behavior</Go> says, and what goes to them is among the{' '}
        <Go to="/bank-files">bank files</Go>.
      </p>
      {current && <CurrentAdvance of={current} />}
      <div className="halves">
        <Now of={of} />
        <DueNext of={of} />
      </div>
      {advances && <Advances of={advances} />}
    </Page>
  );
}

const modeTexts = {
  real: 'Real: it goes with the time of this installation',
  frozen: 'Frozen: it stands still until somebody advances it',
  running: 'Running: it goes on from where it stands',
} as const;

const bankTexts = {
  'on-request': 'act when somebody processes their transfers',
  'on-time': 'act by this clock, at their cut-offs and on banking days',
} as const;

function Now({ of }: { readonly of: Api.SandboxClock }): ReactElement {
  const now = useTickingNow() ?? new Date(of.now);
  return (
    <Region name="Now">
      <Figures of={[['Time in this account', <Time key="now" at={now.toISOString()} />, chicagoText(now)]]} />
      <FactList
        facts={{
          Mode: modeTexts[of.mode],
          Banks: `${choiceLabels[of.banks] ?? of.banks}: they ${bankTexts[of.banks]}`,
          'Against the real time': of.mode !== 'real' && aheadText(of.aheadSeconds),
        }}
      />
    </Region>
  );
}

const SECOND_MS = 1_000;

function DueNext({ of }: { readonly of: Api.SandboxClock }): ReactElement {
  const { nextDue, banks } = of;
  const now = useTickingNow() ?? new Date(of.now);
  if (!nextDue)
    return (
      <Region name="Due next">
        <Nothing>
          {banks === 'on-time'
            ? 'Nothing is due. What is sent becomes due at its cut-off.'
            : 'Nothing is due. Banks act when somebody processes their transfers. Freeze the clock, and they act by it.'}
        </Nothing>
      </Region>
    );
  const at = new Date(nextDue.at);
  const left = (at.getTime() - now.getTime()) / SECOND_MS;
  return (
    <Region name="Due next">
      <Figures of={[[dueName(nextDue.what), <Time key="at" at={nextDue.at} />, chicagoText(at)]]} />
      <FactList facts={{ In: left > 0 && lengthText(left), Then: dueText(nextDue.what) }} />
    </Region>
  );
}
