import type { Api } from '@halyard/client';
import { type ReactElement, useId, useState } from 'react';
import { pageOf, templatesOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { TemplateForm } from '../../forms/form.js';
import { labelOf, titleOf } from '../../generic/labels.js';
import { Dialog } from '../../parts/dialog.js';
import { FactList } from '../../parts/facts.js';
import { useGo } from '../../parts/go.js';
import { Refusal, useSay } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Status } from '../../parts/text.js';

export interface CustomerActionProps {
  /** The action, by the relation of the customer's link to it. */
  readonly name: 'erase' | 'hold';
}

/** An action that operators take on a customer of any account. The address names the customer (`?customer=`). */
export function CustomerAction({ name }: CustomerActionProps): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const go = useGo();
  const id = new URLSearchParams(searchStr).get('customer') ?? '';
  const [isOpen, setOpen] = useState(id !== '');
  const close = (): void => {
    setOpen(false);
    if (id !== '') go(pathname);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {labelOf(name)}
      </button>
      {isOpen && (
        <Dialog title={titleOf(labelOf(name))} onClose={close}>
          <Choice id={id} onChoose={(chosen) => go(`${pathname}?customer=${encodeURIComponent(chosen)}`)} />
          {id !== '' && <Chosen key={id} id={id} name={name} onDone={close} />}
        </Dialog>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly onChoose: (id: string) => void;
}

function Choice({ id, onChoose }: ChoiceProps): ReactElement {
  const field = useId();
  const [value, setValue] = useState(id);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') onChoose(value.trim());
      }}
    >
      <div className="field">
        <label htmlFor={field}>Customer</label>
        <input id={field} value={value} onChange={(event) => setValue(event.target.value)} />
        <p className="hint">Its id, of any account.</p>
      </div>
      {value.trim() !== id && (
        <div className="actions">
          <button type="submit">Find customer</button>
        </div>
      )}
    </form>
  );
}

interface ChosenProps extends CustomerActionProps {
  readonly id: string;
  readonly onDone: () => void;
}

/** Shows what operators may see of the customer, and the form of the action that is possible now. */
function Chosen({ id, name, onDone }: ChosenProps): ReactElement {
  const { data, error } = useResource<Api.CustomerStanding>({
    href: `/operations/customers/${encodeURIComponent(id)}`,
  });
  const say = useSay();
  if (!data) return <Refusal error={error} />;
  const template = templatesOf(data)[name];
  const { erasure } = data._links;
  const title = titleOf(labelOf(name));
  return (
    <>
      <FactList
        facts={{
          Type: data.type,
          Status: <Status of={data.status} />,
          Erasure: erasure && <a href={`/console${pageOf(erasure)}`}>How far it is</a>,
        }}
      />
      {template ? (
        <TemplateForm
          resource={data}
          name={name}
          template={template}
          submit={title}
          onDone={() => {
            say(`${title}: done`);
            onDone();
          }}
        />
      ) : (
        <p>This can’t be done with a customer that is {data.status}.</p>
      )}
    </>
  );
}
