import { ApiError, type Hal, type Template } from '@halyard/client';
import { type FormEvent, type ReactElement, useState } from 'react';
import { linksOf, locationOf, pageOf, templatesOf } from '../../api/resource.js';
import { Field } from '../../forms/fields.js';
import { useForm } from '../../forms/use-form.js';
import { Dialog } from '../../parts/dialog.js';
import { useGo } from '../../parts/go.js';
import { Refusal, useSay } from '../../parts/messages.js';
import { LineFaults } from './line-faults.js';

interface UploadFileProps {
  /** The list of files, with its forms. */
  readonly list: Hal;
  readonly label: string;
}

/** The button by which people send a file of returns or corrections, if they may. */
export function UploadFile({ list, label }: UploadFileProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const { default: template } = templatesOf(list);
  if (!template) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <UploadForm list={list} template={template} label={label} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

interface UploadFormProps extends UploadFileProps {
  readonly template: Template;
  readonly onDone: () => void;
}

function UploadForm({ list, template, label, onDone }: UploadFormProps): ReactElement {
  const form = useForm(list, 'default', template);
  const go = useGo();
  const say = useSay();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await form.send();
    if (answer === undefined) return;
    const made = locationOf(answer);
    onDone();
    say('The file is uploaded');
    if (made && made.href !== linksOf(list)['self']?.href) go(pageOf(made));
  };
  const { file } = form.values;
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <p className="quiet">
        A file of returns or corrections in the Nacha format. Each of its entries acts as if it came from the bank. If
        the form of a line is wrong, nothing of the file is applied.
      </p>
      {(template.properties ?? []).map((property) => (
        <Field
          key={property.name}
          property={property}
          label="File"
          value={form.values[property.name]}
          fault={form.faults[property.name]}
          onChange={(value) => form.set(property.name, value)}
        />
      ))}
      {hasLines(form.error) && file instanceof File ? (
        <LineFaults error={form.error} file={file} />
      ) : (
        <Refusal error={form.error} />
      )}
      <div className="actions">
        <button type="submit" aria-disabled={form.isBusy}>
          {label}
        </button>
      </div>
    </form>
  );
}

const hasLines = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errors.some(({ path }) => path.startsWith('/lines/'));
