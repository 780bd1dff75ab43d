import { type Api, ApiError, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { docsOf } from '../../api/neighbours.js';
import { idOf, itemsOf, pageOf, valueAt } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Actions } from '../../generic/actions.js';
import { CopyButton } from '../../parts/copy-button.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Json } from '../../parts/json.js';
import { Crumbs, Failed, Page, Region, Waiting } from '../../parts/page.js';
import { Tools } from '../../parts/tools.js';
import { Status, Time } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import type { Service } from './services.js';
import { AccountName } from './who.js';

const following = { everyMs: 3_000 };
const RUNBOOK = docsOf('how-to/replay-parked-messages/');

const crumbs = <Crumbs to="/operations/parked-messages">Parked messages</Crumbs>;

interface ParkedKeyProps {
  readonly service: Service;
  /** The key itself, or the id under which it is held. */
  readonly name: string;
}

const isId = (name: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name);

/** Shows what holds up one key, and what to do about it. Alerts lead here. */
export function ParkedKey({ service, name }: ParkedKeyProps): ReactElement {
  const list = useResource(linkTo(`/operations/${service}/parked-keys`, { query: { limit: 200 } }), following);
  const id = itemsOf(list.data).find(({ key }) => key === name)?.id ?? (isId(name) ? name : undefined);
  const isSought = !list.isPending && id !== undefined;
  const held = useResource(
    isSought ? linkTo(`/operations/${service}/parked-keys/{id}`, { path: { id } }) : undefined,
    following,
  );
  if (list.error && !held.data) return <Failed error={list.error} heading={name} />;
  const isGone = held.error instanceof ApiError && held.error.status === 404;
  if (isGone || (list.data && id === undefined)) return <Gone name={held.data?.key ?? name} />;
  if (held.error) return <Failed error={held.error} heading={name} />;
  return held.data ? <Held service={service} held={held.data} /> : <Waiting heading={name} />;
}

const Gone = ({ name }: { readonly name: string }): ReactElement => (
  <Page heading={name} crumbs={crumbs}>
    <p>Nothing holds this key up any more: its events are handled again.</p>
  </Page>
);

interface HeldProps {
  readonly service: Service;
  readonly held: Api.ParkedKey;
}

function Held({ service, held }: HeldProps): ReactElement {
  const { key } = held;
  return (
    <Page heading={key} crumbs={crumbs} tools={<Tools path={pageOf(held._links.self)} resource={held} />}>
      <p className="lead">
        <Status of={held.state} />
      </p>
      <p>{held.cause}</p>
      <Region name="What to do">
        <p>{firstStepOf(held)}</p>
        <p>
          <a href={RUNBOOK}>How to replay parked messages</a>
        </p>
        <div className="actions">
          <Actions resource={held} subject={key} labels={{ replay: 'Replay' }} tell={outcomeOf} />
        </div>
      </Region>
      <EventOf held={held} />
      <Region name="Held">
        <FactList
          facts={{
            Service: service,
            Consumer: held.consumer,
            Topic: held.topic,
            Since: <Time at={held.since} />,
            Attempts: held.attempts,
            'Last attempt': <Time at={held.lastAttempt} />,
            'Next attempt': held.nextAttempt && <Time at={held.nextAttempt} />,
            Waiting: held.waiting,
          }}
        />
      </Region>
    </Page>
  );
}

/** The first step of the runbook, by the key's state. */
function firstStepOf({ state, waitsFor }: Api.ParkedKey): ReactElement {
  switch (state) {
    case 'waiting':
      return (
        <>
          The event of sequence {waitsFor} is missing, and each attempt asks its source for it. Look whether its source
          runs. Skip the event only if its source no longer has it.
        </>
      );
    case 'retrying':
      return <>Wait for the next attempt: the consumer still tries by itself. Replay tries it now.</>;
    case 'parked':
      return (
        <>
          Remove the cause, which is most often that this build can’t handle the event: deploy one that can. Then replay
          the key.
        </>
      );
  }
}

/** The outcome of replaying a key, or of skipping its message. */
export function outcomeOf(_: string, answer: unknown): string {
  if (valueAt(answer, 'outcome') === 'done') return 'Everything that waited is handled.';
  const cause = valueAt(answer, 'cause');
  return `It failed again: ${typeof cause === 'string' ? cause : ''}`;
}

function EventOf({ held: { message, _links } }: { readonly held: Api.ParkedKey }): ReactElement {
  const { account, resource } = _links;
  const trace = message?.traceparent?.split('-')[1] ?? '';
  const { id: own } = useSession().account;
  return (
    <Region name="Event" action={trace !== '' && <CopyButton label="Copy trace id" what="Trace id" value={trace} />}>
      <FactList
        facts={{
          Account: account && <AccountName id={idOf(account)} />,
          Resource: resource && account && <ResourceName path={pageOf(resource)} isOwn={idOf(account) === own} />,
          Type: message?.type,
          Time: message?.time && <Time at={message.time} />,
          Id: message?.id,
          Trace: trace,
        }}
      />
      {message?.data === undefined ? (
        <p className="quiet">No message of this key has come.</p>
      ) : (
        <Json of={message.data} />
      )}
    </Region>
  );
}

/** A resource of another account has no page here, so its name is not a link. */
const ResourceName = ({ path, isOwn }: { readonly path: string; readonly isOwn: boolean }): ReactElement =>
  isOwn ? <Go to={path}>{path.slice(1)}</Go> : <>{path.slice(1)}</>;
