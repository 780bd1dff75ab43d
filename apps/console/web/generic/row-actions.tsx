import type { Hal, Relations } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { linksOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal, useSay } from '../parts/messages.js';
import { FormDialog } from './form-dialog.js';
import { labelOf, titleOf } from './labels.js';

interface RowActionsProps<Item extends Hal> {
  readonly item: Item;
  /** The name of the item, for questions to the person. */
  readonly subject: string;
  /** The relations that may become buttons. An item has the links to what can be done with it now. */
  readonly rels: readonly Relations<Item>[];
  /** Labels of actions whose usual label says too little here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Makes the message after an action. By default it says that the action is done. */
  readonly tell?: (name: string, answer: unknown) => string;
}

/** Items of a list come without their forms. A form is read when somebody wants it, and shown with the focus in it. */
export function RowActions<Item extends Hal>(props: RowActionsProps<Item>): ReactElement {
  const { item, subject, rels, labels = {}, tell } = props;
  const links = linksOf(item);
  const [open, setOpen] = useState<string | undefined>(() =>
    rels.find((rel) => rel === keptNameOf(links['self']?.href)),
  );
  const say = useSay();
  const { data, error } = useResource<Hal>(open === undefined ? undefined : links['self']);
  const template = open === undefined ? undefined : templatesOf(data)[open];
  const close = (): void => setOpen(undefined);
  const label = (rel: string): string => labels[rel] ?? labelOf(rel);
  const title = titleOf(label(open ?? ''));
  return (
    <>
      <div className="actions">
        {rels
          .filter((rel) => links[rel])
          .map((rel) => (
            <button key={rel} type="button" onClick={() => setOpen(rel)}>
              {label(rel)}
            </button>
          ))}
      </div>
      {open !== undefined && data && template && (
        <FormDialog
          title={title}
          onClose={close}
          resource={data}
          name={open}
          template={template}
          question={`${title}: ${subject}?`}
          onDone={(answer) => {
            close();
            say(tell?.(open, answer) ?? `${title}: done`);
          }}
        />
      )}
      {open !== undefined && (error || (data && !template)) && (
        <Dialog title={title} onClose={close}>
          <Refusal error={error ?? new Error('This can’t be done any more.')} />
        </Dialog>
      )}
    </>
  );
}
