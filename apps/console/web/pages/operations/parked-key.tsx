import { ApiError } from '@halyard/client';
import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { docsOf } from '../../api/neighbours.js';
import { at, idOf, itemsOf, linkOf, pageOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Actions } from '../../generic/actions.js';
import { CopyButton } from '../../parts/copy-button.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Failed, Page, Region, Tools, Waiting } from '../../parts/page.js';
import { Status, Time } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import type { Service } from './services.js';

const EVERY_MS = 3_000;
const RUNBOOK = docsOf('how-to/replay-parked-messages/');

const crumbs = <Go to="/operations/parked-messages">Parked messages</Go>;

interface ParkedKeyProps {
  readonly service: Service;
  /** The key itself, or the id under which it is held. */
  readonly name: string;
}

const isId = (name: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name);

/** Shows what holds up one key, and what to do about it. Alerts lead here. */
export function ParkedKey({ service, name }: ParkedKeyProps): ReactElement {
  const all = `/operations/${service}/parked-keys`;
  const list = useResource(`${all}?limit=200`, { everyMs: EVERY_MS });
  const listed = itemsOf(list.data).find((one) => text(one, 'key') === name);
  const id = listed ? idOf(linkOf(listed, 'self') ?? '') : isId(name) ? name : undefined;
  const held = useResource(list.isPending || id === undefined ? undefined : `${all}/${id}`, { everyMs: EVERY_MS });
  if (list.error && !held.data) return <Failed error={list.error} heading={name} />;
  const isGone = held.error instanceof ApiError && held.error.status === 404;
  if (isGone || (list.data && id === undefined)) return <Gone name={text(held.data, 'key') || name} />;
  if (held.error) return <Failed error={held.error} heading={name} />;
  return held.data ? (
    <Held service={service} held={held.data} path={`${all}/${id ?? ''}`} />
  ) : (
    <Waiting heading={name} />
  );
}

const Gone = ({ name }: { readonly name: string }): ReactElement => (
  <Page heading={name} crumbs={crumbs}>
    <p>Nothing holds this key up any more: its events are handled again.</p>
  </Page>
);

interface HeldProps {
  readonly service: Service;
  readonly held: Resource;
  readonly path: string;
}

function Held({ service, held, path }: HeldProps): ReactElement {
  const key = text(held, 'key');
  return (
    <Page heading={key} crumbs={crumbs} actions={<Tools id={idOf(path)} path={path} resource={held} />}>
      <p className="lead">
        <Status of={text(held, 'state')} />
      </p>
      <p>{text(held, 'cause')}</p>
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
          facts={[
            ['Service', service],
            ['Consumer', text(held, 'consumer')],
            ['Topic', text(held, 'topic')],
            ['Since', <Time key="since" at={text(held, 'since')} />],
            ['Attempts', text(held, 'attempts')],
            ['Last attempt', <Time key="last" at={text(held, 'lastAttempt')} />],
            ['Next attempt', text(held, 'nextAttempt') && <Time key="next" at={text(held, 'nextAttempt')} />],
            ['Waiting', text(held, 'waiting')],
          ]}
        />
      </Region>
    </Page>
  );
}

/** The first step of the runbook, by the key's state. */
function firstStepOf(held: Resource): ReactElement {
  switch (text(held, 'state')) {
    case 'waiting':
      return (
        <>
          The event of sequence {text(held, 'waitsFor')} is missing, and each attempt asks its source for it. Look
          whether its source runs. Skip the event only if its source no longer has it.
        </>
      );
    case 'retrying':
      return <>Wait for the next attempt: the consumer still tries by itself. Replay tries it now.</>;
    default:
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
  return text(answer, 'outcome') === 'done'
    ? 'Everything that waited is handled.'
    : `It failed again: ${text(answer, 'cause')}`;
}

function EventOf({ held }: { readonly held: Resource }): ReactElement {
  const message = at(held, 'message');
  const [account, resource] = [linkOf(held, 'account'), linkOf(held, 'resource')];
  const trace = text(message, 'traceparent').split('-')[1] ?? '';
  const data = at(message, 'data');
  const { id: own } = useSession().account;
  return (
    <Region name="Event" action={trace !== '' && <CopyButton label="Copy trace id" what="Trace id" value={trace} />}>
      <FactList
        facts={[
          ['Account', account && <Go to={`/operations/accounts/${idOf(account)}`}>{idOf(account)}</Go>],
          ['Resource', resource && account && <ResourceName path={pageOf(resource)} isOwn={idOf(account) === own} />],
          ['Type', text(message, 'type')],
          ['Time', text(message, 'time') && <Time key="time" at={text(message, 'time')} />],
          ['Id', text(message, 'id')],
          ['Trace', trace],
        ]}
      />
      {data === undefined ? (
        <p className="quiet">No message of this key has come.</p>
      ) : (
        <pre className="json" tabIndex={0} aria-label="Data">
          {JSON.stringify(data, undefined, 2)}
        </pre>
      )}
    </Region>
  );
}

/** A resource of another account has no page here. */
const ResourceName = ({ path, isOwn }: { readonly path: string; readonly isOwn: boolean }): ReactElement =>
  isOwn ? <Go to={path}>{path.slice(1)}</Go> : <>{path.slice(1)}</>;
