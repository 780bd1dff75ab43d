import type { Template } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { templatesOf } from '../api/resource.js';
import { TemplateForm } from '../forms/form.js';
import { Dialog } from '../parts/dialog.js';
import { useSay } from '../parts/messages.js';
import { labelOf } from './labels.js';

interface ActionsProps {
  readonly resource: Resource;
  /** What a question names. */
  readonly subject: string;
  /** Those that a page offers itself. */
  readonly without?: readonly string[];
  readonly onDone?: (name: string, answer: unknown) => void;
}

/** A button for each form of a resource: it offers what can be done with it now, and nothing else. */
export function Actions({ resource, subject, without = [], onDone }: ActionsProps): ReactElement {
  const [open, setOpen] = useState<string>();
  const say = useSay();
  const templates = templatesOf(resource);
  const names = Object.keys(templates).filter((name) => !without.includes(name));
  const template: Template | undefined = open === undefined ? undefined : templates[open];
  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          {labelOf(name)}
        </button>
      ))}
      {open !== undefined && template && (
        <Dialog title={labelOf(open)} onClose={() => setOpen(undefined)}>
          <TemplateForm
            resource={resource}
            name={open}
            template={template}
            submit={labelOf(open)}
            question={hasFields(template) ? undefined : `${labelOf(open)}: ${subject}?`}
            onDone={(answer) => {
              setOpen(undefined);
              say(`${labelOf(open)}: done`);
              onDone?.(open, answer);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

const hasFields = ({ properties = [] }: Template): boolean =>
  properties.some(({ type, readOnly }) => type !== 'hidden' && readOnly !== true);
