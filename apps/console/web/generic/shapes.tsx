import type { Hal, Template } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { templatesOf } from '../api/resource.js';
import { shapeQuestionOf } from '../forms/field-labels.js';
import { TemplateForm, type TemplateFormProps } from '../forms/form.js';
import { OneOf } from '../forms/one-of.js';
import { wordsOf } from '../parts/text.js';

interface ShapesProps {
  /** The names of the forms. */
  readonly names: readonly string[];
  /** The form to begin with. By default it is the first one. */
  readonly begin: string | undefined;
  readonly resource: Hal;
  readonly submit: string;
  /** Asked if the chosen form has no fields. */
  readonly question: string | undefined;
  readonly isDangerous: boolean;
  readonly fields: TemplateFormProps['fields'];
  readonly onDone: (answer: unknown) => void;
}

/** The form of an action. If it has several shapes, people choose one by answering a question. */
export function Shapes({ names, begin, resource, question, ...form }: ShapesProps): ReactElement {
  const { label = 'Form', texts = wordsOfAll(names) } = (names.length > 1 && shapeQuestionOf(names)) || {};
  const offered = names.length > 1 ? names.filter((one) => one in texts) : names;
  const [name = '', setName] = useState(() => names.find((one) => one === begin) ?? offered[0]);
  const template = templatesOf(resource)[name];
  return (
    <>
      {offered.length > 1 && (
        <OneOf
          label={label}
          texts={Object.fromEntries(offered.map((one) => [one, texts[one] ?? one]))}
          value={name}
          onChange={setName}
        />
      )}
      {template && (
        <TemplateForm
          key={name}
          resource={resource}
          name={name}
          template={template}
          question={hasFields(template) ? undefined : question}
          {...form}
        />
      )}
    </>
  );
}

const wordsOfAll = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, wordsOf(name)]));

/** Whether people have something to fill in. */
export const hasFields = ({ properties = [] }: Template): boolean =>
  properties.some(({ type, readOnly }) => type !== 'hidden' && readOnly !== true);
