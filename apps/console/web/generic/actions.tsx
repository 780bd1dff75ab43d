import type { Hal, Template } from '@halyard/client';
import { type ReactElement, useId, useState } from 'react';
import { linksOf, templatesOf } from '../api/resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { TemplateForm } from '../forms/form.js';
import { useForm } from '../forms/use-form.js';
import { useCopy } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal, useSay } from '../parts/messages.js';
import { useKeys } from '../parts/single-keys.js';
import { wordsOf } from '../parts/text.js';
import { labelOf, titleOf } from './labels.js';

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
  /** Makes the message after an action. By default it says that the action is done. */
  readonly tell?: (name: string, answer: unknown) => string;
}

/** A button for each form of a resource. The resource only has forms for what can be done with it now. */
export function Actions(props: ActionsProps): ReactElement {
  const { resource, subject, without = [], onDone, labels = {}, keys = noKeys, notes = {}, tell } = props;
  const templates = templatesOf(resource);
  const [open, setOpen] = useState(() => {
    const kept = keptFormOf(resource);
    return kept === undefined ? undefined : actionOf(kept, templates);
  });
  const say = useSay();
  const offered = Object.keys(templates).filter((name) => !without.includes(name));
  const shapes = shapesOf(offered, templates);
  useKeys((key) => {
    const name = keys[key];
    if (name === undefined || !(name in templates)) return false;
    setOpen(name);
    return true;
  });
  const close = (): void => setOpen(undefined);
  const label = (name: string): string => labels[name] ?? labelOf(name);
  const done = (name: string, answer: unknown): void => {
    say(tell?.(name, answer) ?? `${titleOf(label(name))}: done`);
    onDone?.(name, answer);
  };
  return (
    <>
      {[...shapes.keys()].map((name, place) => {
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
          <button key={name} type="button" onClick={() => setOpen(name)}>
            {label(name)}
          </button>
        );
      })}
      {open !== undefined && (
        <Dialog title={titleOf(label(open))} onClose={close}>
          {notes[open]}
          <Shapes
            names={shapes.get(open) ?? []}
            resource={resource}
            submit={titleOf(label(open))}
            subject={subject}
            onDone={(answer) => {
              close();
              done(open, answer);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

const noKeys: Readonly<Record<string, string>> = {};

/** These actions need no question: they harm nothing, and can be repeated or taken back. */
const harmless: ReadonlySet<string> = new Set(['pause', 'resume', 'retry', 'replay', 'rotate-secret']);
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
        aria-label={`Copy ${label} as curl`}
        onClick={() => copy('Command', form.curl())}
      >
        as curl
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

/** The shapes of each offered action, by action. */
function shapesOf(names: readonly string[], templates: Templates): ReadonlyMap<string, readonly string[]> {
  const shapes = new Map<string, readonly string[]>();
  for (const name of names) {
    const action = actionOf(name, templates);
    shapes.set(action, [...(shapes.get(action) ?? []), name]);
  }
  return shapes;
}

interface ShapesProps {
  readonly names: readonly string[];
  readonly resource: Hal;
  readonly submit: string;
  readonly subject: string;
  readonly onDone: (answer: unknown) => void;
}

/** The form of an action. If it has several shapes, people choose one. */
function Shapes({ names, resource, submit, subject, onDone }: ShapesProps): ReactElement {
  const id = useId();
  const [name = '', setName] = useState(() => names.find((one) => one === keptFormOf(resource)) ?? names[0]);
  const template = templatesOf(resource)[name];
  return (
    <>
      {names.length > 1 && (
        <div className="field">
          <label htmlFor={id}>Form</label>
          <select id={id} value={name} onChange={(event) => setName(event.target.value)}>
            {names.map((one) => (
              <option key={one} value={one}>
                {one === names[0] ? 'Usual' : wordsOf(one.split('.').at(-1) ?? one)}
              </option>
            ))}
          </select>
        </div>
      )}
      {template && (
        <TemplateForm
          key={name}
          resource={resource}
          name={name}
          template={template}
          submit={submit}
          question={hasFields(template) ? undefined : `${submit}: ${subject}?`}
          onDone={onDone}
        />
      )}
    </>
  );
}

const hasFields = ({ properties = [] }: Template): boolean =>
  properties.some(({ type, readOnly }) => type !== 'hidden' && readOnly !== true);
