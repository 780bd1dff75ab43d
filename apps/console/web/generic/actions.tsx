import type { Template } from '@halyard/client';
import { type ReactElement, useId, useState } from 'react';
import type { Resource } from '../api/client.js';
import { linkOf, templatesOf } from '../api/resource.js';
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
  readonly resource: Resource;
  /** What a question names. */
  readonly subject: string;
  /** Those that a page offers itself. */
  readonly without?: readonly string[];
  readonly onDone?: (name: string, answer: unknown) => void;
  /** Names of actions where those of all pages do not say enough. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Keys of one letter, each with the action whose form it opens. */
  readonly keys?: Readonly<Record<string, string>>;
  /** What is to be known before an action is taken. */
  readonly notes?: Readonly<Record<string, ReactElement>>;
  /** What is said of an action that was done. */
  readonly tell?: (name: string, answer: unknown) => string;
}

/** A button for each form of a resource: it offers what can be done with it now, and nothing else. */
export function Actions(props: ActionsProps): ReactElement {
  const { resource, subject, without = [], onDone, labels = {}, keys = noKeys, notes = {}, tell } = props;
  const templates = templatesOf(resource);
  const [open, setOpen] = useState(() => {
    const kept = keptFormOf(resource);
    return kept === undefined ? undefined : actionOf(kept, templates);
  });
  const say = useSay();
  const shapes = shapesOf(
    Object.keys(templates).filter((name) => !without.includes(name)),
    templates,
  );
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
        // By its place: `Resume` has the focus that `Pause` had.
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

/** What harms nothing and can be done again or taken back needs no question. */
const harmless: ReadonlySet<string> = new Set(['pause', 'resume', 'retry', 'replay', 'rotate-secret']);
const isAtOnce = (name: string, template: Template): boolean => harmless.has(name) && !hasFields(template);

interface AtOnceProps {
  readonly resource: Resource;
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

/** `edit.personal` is another shape of `edit`; what a list offers beside `default` are shapes of what may be added to it. */
const actionOf = (name: string, templates: Templates): string =>
  'default' in templates ? 'default' : (name.split('.', 1)[0] ?? name);

/** The form that goes on where it was left, if it is still offered, and has a dialog. */
function keptFormOf(resource: Resource): string | undefined {
  const name = keptNameOf(linkOf(resource, 'self')) ?? '';
  const template = templatesOf(resource)[name];
  return template && !isAtOnce(name, template) ? name : undefined;
}

/** The shapes of each action that is offered. */
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
  readonly resource: Resource;
  readonly submit: string;
  readonly subject: string;
  readonly onDone: (answer: unknown) => void;
}

/** The form of an action, of several shapes the one that is chosen. */
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
