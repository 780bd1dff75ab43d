import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { linkOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { TemplateForm } from '../forms/form.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal, useSay } from '../parts/messages.js';
import { labelOf } from './labels.js';

interface RowActionsProps {
  readonly item: Resource;
  /** What a question names. */
  readonly subject: string;
  /** The links that can be offered: an item has those of what can be done with it now. */
  readonly rels: readonly string[];
}

/** Items of a list come without their forms: the form is read when it is wanted. */
export function RowActions({ item, subject, rels }: RowActionsProps): ReactElement {
  const [open, setOpen] = useState<string>();
  const say = useSay();
  const self = linkOf(item, 'self');
  const { data, error } = useResource(open === undefined || self === undefined ? undefined : pageOf(self));
  const template = open === undefined ? undefined : templatesOf(data)[open];
  const close = (): void => setOpen(undefined);
  return (
    <>
      {rels
        .filter((rel) => linkOf(item, rel) !== undefined)
        .map((rel) => (
          <button key={rel} type="button" onClick={() => setOpen(rel)}>
            {labelOf(rel)}
          </button>
        ))}
      {open !== undefined && (
        <Dialog title={labelOf(open)} onClose={close}>
          {data && template ? (
            <TemplateForm
              resource={data}
              name={open}
              template={template}
              submit={labelOf(open)}
              question={`${labelOf(open)}: ${subject}?`}
              onDone={() => {
                close();
                say(`${labelOf(open)}: done`);
              }}
            />
          ) : (
            <Refusal error={error} />
          )}
        </Dialog>
      )}
    </>
  );
}
