import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { linkOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { TemplateForm } from '../forms/form.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal, useSay } from '../parts/messages.js';
import { labelOf, titleOf } from './labels.js';

interface RowActionsProps {
  readonly item: Resource;
  /** The name of the item in a question. */
  readonly subject: string;
  /** The relations that may become buttons. An item has the links to what can be done with it now. */
  readonly rels: readonly string[];
  /** Labels of actions whose usual label says too little here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Makes the message after an action. By default it says that the action is done. */
  readonly tell?: (name: string, answer: unknown) => string;
}

/** Items of a list come without their forms. A form is read when somebody wants it, and shown with the focus in it. */
export function RowActions({ item, subject, rels, labels = {}, tell }: RowActionsProps): ReactElement {
  const self = linkOf(item, 'self');
  const [open, setOpen] = useState(() => rels.find((rel) => rel === keptNameOf(self)));
  const say = useSay();
  const { data, error } = useResource(open === undefined || self === undefined ? undefined : pageOf(self));
  const template = open === undefined ? undefined : templatesOf(data)[open];
  const close = (): void => setOpen(undefined);
  const label = (rel: string): string => labels[rel] ?? labelOf(rel);
  return (
    <>
      <div className="actions">
        {rels
          .filter((rel) => linkOf(item, rel) !== undefined)
          .map((rel) => (
            <button key={rel} type="button" onClick={() => setOpen(rel)}>
              {label(rel)}
            </button>
          ))}
      </div>
      {open !== undefined && (data ?? error) && (
        <Dialog title={titleOf(label(open))} onClose={close}>
          {data && template ? (
            <TemplateForm
              resource={data}
              name={open}
              template={template}
              submit={titleOf(label(open))}
              question={`${titleOf(label(open))}: ${subject}?`}
              onDone={(answer) => {
                close();
                say(tell?.(open, answer) ?? `${titleOf(label(open))}: done`);
              }}
            />
          ) : (
            <Refusal error={error ?? new Error('This can’t be done any more.')} />
          )}
        </Dialog>
      )}
    </>
  );
}
