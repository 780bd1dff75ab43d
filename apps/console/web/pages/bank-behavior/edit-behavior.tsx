import { ApiError, type Hal, type Template } from '@halyard/client';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValue } from '../../forms/fields.js';
import type { FormValues } from '../../forms/given.js';
import { OneOf } from '../../forms/one-of.js';
import { type FormState, useForm } from '../../forms/use-form.js';
import { useCopy } from '../../parts/copy-button.js';
import { Dialog } from '../../parts/dialog.js';
import { Refusal, useSay } from '../../parts/messages.js';
import { BehaviorForm } from './behavior-form.js';
import { type Draft, readText, textOf } from './behavior.js';
import { BehaviorText } from './behavior-text.js';
import { faultsIn } from './faults.js';

const TITLE = 'Edit bank behavior';
/** The values that people have typed. One of them may have account numbers, so it is not kept when the session ends. */
const TYPED = 'typed';
/** The typed values without account numbers, for people who come back after a log-in. */
const KEPT = 'behavior';

interface EditProps {
  readonly resource: Hal;
  /** The API's form. It has fields for the first rule and the first outage alone. */
  readonly template: Template;
  /** The behavior with which people begin. */
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** The dialog in which people change the whole behavior: by fields, or as the JSON that is sent. */
export function EditBehavior({ resource, template, draft, onClose }: EditProps): ReactElement {
  const say = useSay();
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <Edited
        {...{ resource, template, draft }}
        onDone={() => {
          onClose();
          say('The bank behavior is changed');
        }}
      />
    </Dialog>
  );
}

type Way = 'form' | 'json';
const wayTexts = { form: 'Fields', json: 'JSON' };

interface EditedProps extends Omit<EditProps, 'onClose'> {
  readonly onDone: () => void;
}

function Edited({ resource, template, draft, onDone }: EditedProps): ReactElement {
  const whole = useMemo(() => wholeOf(template, draft), [template, draft]);
  const form = useForm(resource, 'edit', whole, { bodyOf });
  const [way, setWay] = useState<Way>('form');
  const text = textIn(form.values);
  const read = readText(text);
  const shown = read.draft ? way : 'json';
  const faults = faultsIn(form.error);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.error) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form.error]);
  const send = async (): Promise<void> => {
    if (read.body && (await form.send()) !== undefined) onDone();
  };
  const setText = (next: string): void => {
    form.set(TYPED, chunksOf(next));
    form.set(KEPT, chunksOf(withoutNumbers(next)));
  };
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="quiet">
        This replaces the whole behavior, and counts begin anew. What was decided for an entry already stays.
      </p>
      <div className="in-a-row">
        <OneOf
          label="Edit as"
          texts={wayTexts}
          value={shown}
          onChange={(value) => setWay(value === 'json' ? 'json' : 'form')}
        />
      </div>
      {shown === 'form' && read.draft ? (
        <BehaviorForm draft={read.draft} faults={faults} onChange={(next) => setText(textOf(next))} />
      ) : (
        <BehaviorText text={text} read={read} faults={faults} isForced={way === 'form'} onChange={setText} />
      )}
      {(!(form.error instanceof ApiError) || form.error.errors.length === 0) && <Refusal error={form.error} />}
      <Buttons form={form} isWhole={read.body !== undefined} onClear={() => setText('{}')} />
    </form>
  );
}

interface ButtonsProps {
  readonly form: FormState;
  /** Whether there is a body that can be sent. */
  readonly isWhole: boolean;
  readonly onClear: () => void;
}

function Buttons({ form, isWhole, onClear }: ButtonsProps): ReactElement {
  const copy = useCopy();
  return (
    <div className="actions">
      <button type="submit" aria-disabled={form.isBusy || !isWhole}>
        Save
      </button>
      <button type="button" className="plain" onClick={() => copy('Command', form.curl())} disabled={!isWhole}>
        Copy as curl
      </button>
      <button type="button" className="plain" onClick={onClear}>
        Clear all
      </button>
    </div>
  );
}

/** A form whose fields have the JSON of the behavior. */
const wholeOf = ({ method, target, contentType }: Template, draft: Draft): Template => ({
  ...(method !== undefined && { method }),
  ...(target !== undefined && { target }),
  ...(contentType !== undefined && { contentType }),
  properties: [
    { name: TYPED, type: 'password', value: textOf(draft) },
    { name: KEPT, type: 'text' },
  ],
});

const NUMBERS = /("accountNumber"\s*:\s*)"[^"\n]*"?/g;

const withoutNumbers = (text: string): string => text.replaceAll(NUMBERS, '$1""');

/** The server that keeps forms takes values of at most 8,000 characters, and lists of them. */
const CHUNK = 4_000;

const chunksOf = (text: string): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) => text.slice(at * CHUNK, (at + 1) * CHUNK));

const joined = (value: FieldValue): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join('') : '';

/** Until people type, a form that was kept has its text in one field, and a new one in the other. */
const textIn = ({ [TYPED]: typed, [KEPT]: kept }: FormValues): string =>
  joined(Array.isArray(typed) || kept === undefined ? typed : kept);

const bodyOf = (values: FormValues): unknown => readText(textIn(values)).body;
