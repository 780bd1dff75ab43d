import type { Hal, Template } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { linksOf, templatesOf } from '../api/resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import type { TemplateFormProps } from '../forms/form.js';
import { useForm } from '../forms/use-form.js';
import { useCopy } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal, useSay } from '../parts/messages.js';
import { useKeys } from '../parts/single-keys.js';
import { isDangerous, labelOf, titleOf } from './labels.js';
import { hasFields, Shapes } from './shapes.js';

interface ActionsProps {
  readonly resource: Hal;
  /** The name of the resource, for questions to the person. */
  readonly subject: string;
  /** Actions that the page offers elsewhere. */
  readonly without?: readonly string[];
  readonly onDone?: (name: string, answer: unknown) => void;
  /** Labels of actions whose usual label says too little here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Keys of one letter, each with the action whose form it opens. */
  readonly keys?: Readonly<Record<string, string>>;
  /** A note at the top of an action's dialog, by template name. */
  readonly notes?: Readonly<Record<string, ReactElement>>;
  /** Fields of the forms that the page draws itself, by field name. */
  readonly fields?: TemplateFormProps['fields'];
  /** Makes the message after an action. By default it says that the action is done. */
  readonly tell?: (name: string, answer: unknown) => string;
}

/** A button for each form of a resource. The resource only has forms for what can be done with it now. */
export function Actions(props: ActionsProps): ReactElement {
  const { resource, subject, without = [], onDone, labels = {}, keys = noKeys, notes = {}, fields, tell } = props;
  const templates = templatesOf(resource);
  const offered = Object.keys(templates).filter((name) => !without.includes(name));
  const shapes = shapesOf(offered, templates);
  const [open, setOpen] = useOpen(resource, shapes, keys);
  const say = useSay();
  const close = (): void => setOpen(undefined);
  const label = (name: string): string => labels[name] ?? labelOf(name);
  const done = (name: string, answer: unknown): void => {
    say(tell?.(name, answer) ?? `${titleOf(label(name))}: done`);
    onDone?.(name, answer);
  };
  const names = [...shapes.keys()];
  const [usual, dangerous] = [names.filter((name) => !isDangerous(name)), names.filter(isDangerous)];
  const button = (name: string): ReactElement => (
    <button key={name} type="button" onClick={() => setOpen(name)}>
      {label(name)}
    </button>
  );
  return (
    <>
      {usual.map((name, place) => {
        const template = templates[name];
        // The place is the key, so that `Resume` gets the focus that `Pause` had.
        return template && isAtOnce(name, template) ? (
          <AtOnce
            key={place}
            resource={resource}
            name={name}
            label={label(name)}
            template={template}
            onDone={(answer) => done(name, answer)}
          />
        ) : (
          button(name)
        );
      })}
      {dangerous.length > 0 && <span className="apart">{dangerous.map(button)}</span>}
      {open !== undefined && (
        <Asked
          {...{ resource, subject }}
          name={open}
          title={titleOf(label(open))}
          shapes={shapes.get(open) ?? []}
          note={notes[open]}
          fields={fields}
          onClose={close}
          onDone={(answer) => {
            close();
            done(open, answer);
          }}
        />
      )}
    </>
  );
}

/** The action whose dialog is open. One that a log-in has interrupted is open from the start. */
function useOpen(
  resource: Hal,
  shapes: ReadonlyMap<string, readonly string[]>,
  keys: Readonly<Record<string, string>>,
): readonly [open: string | undefined, setOpen: (name: string | undefined) => void] {
  const [open, setOpen] = useState(() => {
    const kept = keptActionOf(resource);
    return kept !== undefined && shapes.has(kept) ? kept : undefined;
  });
  useKeys((key) => {
    const name = keys[key];
    if (name === undefined || !(name in templatesOf(resource))) return false;
    setOpen(name);
    return true;
  });
  return [open, setOpen];
}

interface AskedProps extends Pick<ActionsProps, 'resource' | 'subject'> {
  readonly name: string;
  readonly title: string;
  /** The names of the action's forms. */
  readonly shapes: readonly string[];
  readonly note: ReactElement | undefined;
  readonly fields: TemplateFormProps['fields'];
  readonly onClose: () => void;
  readonly onDone: (answer: unknown) => void;
}

/** The dialog of an action. If it has neither a note nor fields, it asks whether people mean it. */
const Asked = ({ resource, subject, name, title, shapes, note, fields, onClose, onDone }: AskedProps): ReactElement => (
  <Dialog title={title} onClose={onClose}>
    {note}
    <Shapes
      names={shapes}
      begin={keptFormOf(resource)}
      resource={resource}
      submit={title}
      question={note ? undefined : `${title}: ${subject}?`}
      isDangerous={isDangerous(name)}
      fields={fields}
      onDone={onDone}
    />
  </Dialog>
);

const noKeys: Readonly<Record<string, string>> = {};

/** These actions need no question: they harm nothing, and can be repeated or taken back. */
const harmless: ReadonlySet<string> = new Set(['pause', 'resume', 'retry', 'replay', 'rotate-secret', 'reactivate']);
const isAtOnce = (name: string, template: Template): boolean => harmless.has(name) && !hasFields(template);

interface AtOnceProps {
  readonly resource: Hal;
  readonly name: string;
  readonly label: string;
  readonly template: Template;
  readonly onDone: (answer: unknown) => void;
}

function AtOnce({ resource, name, label, template, onDone }: AtOnceProps): ReactElement {
  const form = useForm(resource, name, template);
  const send = async (): Promise<void> => {
    const answer = await form.send();
    if (answer === undefined) return;
    form.renew();
    onDone(answer);
  };
  const copy = useCopy();
  return (
    <>
      <button type="button" aria-disabled={form.isBusy} onClick={() => void send()}>
        {label}
      </button>
      <button
        type="button"
        className="plain"
        aria-label={`Copy as curl: ${label}`}
        onClick={() => copy('Command', form.curl())}
      >
        Copy as curl
      </button>
      <Refusal error={form.error} />
    </>
  );
}

type Templates = Readonly<Record<string, Template>>;

/**
 * `edit.personal` is another shape of `edit`. In a list with a form `default`, all forms are shapes of the item to be
 * added.
 */
const actionOf = (name: string, templates: Templates): string =>
  'default' in templates ? 'default' : (name.split('.', 1)[0] ?? name);

/** The form to go on with after a log-in, if it is still offered and has a dialog. */
function keptFormOf(resource: Hal): string | undefined {
  const name = keptNameOf(linksOf(resource)['self']?.href) ?? '';
  const template = templatesOf(resource)[name];
  return template && !isAtOnce(name, template) ? name : undefined;
}

/** The action of that form. */
function keptActionOf(resource: Hal): string | undefined {
  const kept = keptFormOf(resource);
  return kept === undefined ? undefined : actionOf(kept, templatesOf(resource));
}

/** The shapes of each offered action, by action. */
function shapesOf(names: readonly string[], templates: Templates): ReadonlyMap<string, readonly string[]> {
  const shapes = new Map<string, readonly string[]>();
  for (const name of names) {
    const action = actionOf(name, templates);
    shapes.set(action, [...(shapes.get(action) ?? []), name]);
  }
  return shapes;
}
