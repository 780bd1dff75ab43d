import type { Hal, Relations } from '@halyard/client';
import { type ReactElement, type ReactNode, useState } from 'react';
import { linksOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal, useSay } from '../parts/messages.js';
import { FormDialog } from './form-dialog.js';
import { isDangerous, labelOf, titleOf } from './labels.js';
import { hasFields } from './shapes.js';

interface RowActionsProps<Item extends Hal> {
  readonly item: Item;
  /** The name of the item, for questions to the person. */
  readonly subject: string;
  /** The relations that may become buttons. An item has the links to what can be done with it now. */
  readonly rels: readonly Relations<Item>[];
  /** Labels of actions whose usual label says too little here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** A note at the top of an action's dialog, by relation. A function makes it from the item as it is now. */
  readonly notes?: Readonly<Record<string, string | ((item: Item) => ReactNode)>>;
  /** Changes the item's forms before they are shown, for example to choose what is meant most often. */
  readonly prepare?: (item: Item) => Item;
  /** Makes the message after an action. By default it says that the action is done. */
  readonly tell?: (name: string, answer: unknown) => string;
}

/** Items of a list come without their forms. A form is read when somebody wants it, and shown with the focus in it. */
export function RowActions<Item extends Hal>(props: RowActionsProps<Item>): ReactElement {
  const { item, subject, rels, labels = {}, notes = {}, prepare = (read) => read, tell } = props;
  const links = linksOf(item);
  const [open, setOpen] = useState<string | undefined>(() =>
    rels.find((rel) => rel === keptNameOf(links['self']?.href)),
  );
  const say = useSay();
  const { data: read, error } = useResource<Item>(open === undefined ? undefined : links['self']);
  const data = read && prepare(read);
  const template = open === undefined ? undefined : templatesOf(data)[open];
  const note = notes[open ?? ''];
  const close = (): void => setOpen(undefined);
  const label = (rel: string): string => labels[rel] ?? labelOf(rel);
  const title = titleOf(label(open ?? ''));
  return (
    <>
      <div className="actions">
        {rels
          .filter((rel) => links[rel])
          .map((rel) => (
            <button
              key={rel}
              type="button"
              className={isDangerous(rel) ? 'plain danger' : undefined}
              onClick={() => setOpen(rel)}
            >
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
          note={typeof note === 'function' && note(data)}
          question={typeof note === 'string' ? note : hasFields(template) ? undefined : `${title}: ${subject}?`}
          isDangerous={isDangerous(open)}
          onDone={(answer) => {
            close();
            say(tell?.(open, answer) ?? `${title}: done`);
          }}
        />
      )}
      {/* A form that was sent may have done away with its item, which can't be read again then. */}
      {open !== undefined && !template && (error || data) && (
        <Dialog title={title} onClose={close}>
          <Refusal error={error ?? new Error('This can’t be done any more.')} />
        </Dialog>
      )}
    </>
  );
}
