import { type Api, type Hal, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { useTickingNow } from '../../api/account-clock.js';
import { linksOf, templatesOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { keptNameOf } from '../../forms/kept-form.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page, Region } from '../../parts/page.js';
import { useNews } from '../../api/event-stream.js';
import { Table } from '../../parts/table.js';
import { Status, Time, Words } from '../../parts/text.js';
import { Tools } from '../../parts/tools.js';
import { type Draft, draftOf, type Outage, type Rule } from './behavior.js';
import { EditBehavior } from './edit-behavior.js';
import { Examples } from './examples.js';
import { measureText, thenText, whenText } from './words.js';

const HEADING = 'Bank behavior';
const PATH = '/sandbox-bank-behavior';
const EDIT = 'edit';

export const bankBehaviorPage: PageRow = {
  path: PATH,
  heading: HEADING,
  place: 'palette',
  help: 'concepts/bank-behavior/',
  isOfSandbox: true,
  Show: AskedBehavior,
};

function AskedBehavior(): ReactElement {
  const behavior = useResource(linkTo(PATH));
  useNews();
  return <Loaded reads={{ behavior }}>{(read) => <Behavior of={read.behavior} />}</Loaded>;
}

interface BehaviorProps {
  readonly of: Api.SandboxBankBehavior & Hal;
}

/** Shows what the account's banks do wrong, and lets people who move money change it. */
function Behavior({ of }: BehaviorProps): ReactElement {
  const { seed, rules, outages } = of;
  const { [EDIT]: template } = templatesOf(of);
  const [edited, setEdited] = useState<Draft | undefined>(() =>
    keptNameOf(linksOf(of)['self']?.href) === EDIT ? draftOf(of) : undefined,
  );
  const isEmpty = rules.length === 0 && outages.length === 0;
  const edit = template && (
    <button type="button" onClick={() => setEdited(draftOf(of))}>
      Edit
    </button>
  );
  return (
    <Page heading={HEADING} actions={edit} tools={<Tools path={PATH} resource={of} />}>
      <p className="quiet">
        The banks of the sandbox do what they are asked. Let them do wrong what your integration has to cope with:
        returns, corrections, late settlement, a bank that is down. Which entries a rule strikes follows from the seed
        alone, so that a test sees the same each time. What goes to the banks is among the{' '}
        <Go to="/bank-files">bank files</Go>.
      </p>
      {isEmpty && <Examples {...(template && { onChosen: setEdited })} />}
      <Region name="Rules">
        <FactList facts={{ Seed: seed }} />
        <Table name="Rules" columns={ruleColumns} items={countedIn(of)} empty="No rule: banks settle every entry." />
      </Region>
      <Region name="Outages">
        <Table name="Outages" columns={outageColumns} items={outages} empty="No outage: every bank works." />
      </Region>
      {template && edited && (
        <EditBehavior resource={of} template={template} draft={edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

interface CountedRule extends Rule {
  readonly looked: number;
  readonly struck: number;
}

const countedIn = ({ rules, counts }: Api.SandboxBankBehavior): readonly CountedRule[] =>
  rules.map((rule) => {
    const { looked = 0, struck = 0 } = counts.find((count) => count.rule === rule.name) ?? {};
    return { ...rule, looked, struck };
  });

const ruleColumns = columnsOf<CountedRule>({
  Rule: ({ name }) => (
    <span className="wraps">
      <code>{name}</code>
    </span>
  ),
  When: (rule) => <Words of={whenText(rule)} />,
  'How often': (rule) => measureText(rule),
  Then: (rule) => <Words of={thenText(rule)} />,
  Looked: { isNumber: true, of: ({ looked }) => looked.toLocaleString('en') },
  Struck: { isNumber: true, of: ({ struck }) => struck.toLocaleString('en') },
});

const outageColumns = columnsOf<Outage>({
  'Routing number': 'routingNumber',
  State: (outage) => <OutageState of={outage} />,
  From: ({ from }) => <Time at={from} />,
  'Works again': ({ to }) => <Time at={to} />,
});

/** Whether the bank is down at the account's time. */
function OutageState({ of: { from, to } }: { readonly of: Outage }): ReactElement | null {
  const now = useTickingNow();
  if (!now) return null;
  if (now < new Date(from)) return <Status of="to come" />;
  return <Status of={now < new Date(to) ? 'down' : 'over'} />;
}
