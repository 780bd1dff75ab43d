import type { Api, LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { client } from '../../api/client.js';
import { templatesOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { useAct } from '../../generic/use-act.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Time } from '../../parts/text.js';
import { didText, dueName } from './words.js';

const EVERY_MS = 500;

const isAdvancing = ({ status }: Pick<Api.SandboxClockAdvance, 'status'>): boolean => status === 'advancing';
export const followingAdvance = { everyMs: EVERY_MS, moves: isAdvancing };

/** Shows an advance while it lasts. */
export function CurrentAdvance({ of }: { readonly of: LinkTo<Api.SandboxClockAdvance> }): ReactElement {
  const { data, error } = useResource(of, followingAdvance);
  return (
    <>
      <Refusal error={error} />
      {data && <Progress of={data} />}
    </>
  );
}

/** Shows how far an advance has got, what holds it, and the button that stops it. */
export function Progress({ of }: { readonly of: Api.SandboxClockAdvance }): ReactElement | null {
  if (!isAdvancing(of)) return null;
  const from = Date.parse(of.from);
  return (
    <Region name="Advance under way" action={<Stop of={of} />}>
      <progress
        aria-label="Advance"
        aria-valuetext={`${of.reached} reached of ${of.to}`}
        max={Math.max(1, Date.parse(of.to) - from)}
        value={Date.parse(of.reached) - from}
      />
      <p className="ends">
        <span>
          <strong>
            <Time at={of.reached} />
          </strong>{' '}
          reached, {didText(of)} so far
        </span>
        <span className="quiet">
          on the way to <Time at={of.to} />
        </span>
      </p>
      <Held of={of} />
    </Region>
  );
}

/** Says what holds an advance, and that it goes on by itself once that works. */
export function Held({ of: { held } }: { readonly of: Api.SandboxClockAdvance }): ReactElement | null {
  if (!held) return null;
  return (
    <div className="note bad" role="alert">
      <p>
        <strong>
          Held since <Time at={held.since} />: {dueName(held.what)}
        </strong>
      </p>
      <p>{held.cause}</p>
      <p>It is tried again by itself, and the clock goes on once it works. You can stop the advance here instead.</p>
    </div>
  );
}

function Stop({ of }: { readonly of: Api.SandboxClockAdvance }): ReactElement | null {
  const { error, isBusy, run } = useAct();
  if (!('stop' in templatesOf(of))) return null;
  const stop = async (): Promise<string> => {
    await client.submit(of, 'stop');
    return 'The clock stops after the moment that is being done';
  };
  return (
    <>
      <button type="button" aria-disabled={isBusy} onClick={() => void run(stop)}>
        Stop
      </button>
      <Refusal error={error} />
    </>
  );
}
