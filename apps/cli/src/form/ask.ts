import { fillIn, initialOf, type Property, type Template, TemplateError, type Values } from '@halyard/client';
import type { Ask } from '../context.js';
import { type GivenValues, valuesFor, withOnlyOptions } from './given.js';
import { kindsInWords, linkedKindsOf } from './linked-kinds.js';

function hintOf(property: Property): string | undefined {
  const kinds = linkedKindsOf(property);
  if (kinds.length > 0) return `id of ${kindsInWords(kinds)}`;
  const inline = property.options?.inline?.map((option) => (typeof option === 'string' ? option : option.value));
  return inline?.join(', ') ?? property.placeholder;
}

function questionOf(property: Property): string {
  const hint = hintOf(property);
  return `${property.prompt ?? property.name}${hint === undefined ? '' : ` (${hint})`}: `;
}

/** The faults in the values of a template, by field. */
function faultsOf(template: Template, values: Values): ReadonlyMap<string, string> {
  try {
    fillIn(template, values);
    return new Map();
  } catch (error) {
    if (error instanceof TemplateError) return new Map(error.errors.map(({ field, message }) => [field, message]));
    throw error;
  }
}

interface Questioner {
  readonly ask: Ask;
  /** Says why a value is asked for again. */
  readonly note: (line: string) => void;
  /** Makes links of ids. */
  readonly linked: (given: GivenValues) => Promise<GivenValues>;
}

/** Asks for each required field without a value, and again if its rules refuse the value. */
export async function askFor(
  template: Template,
  given: GivenValues,
  { ask, note, linked }: Questioner,
): Promise<GivenValues> {
  let filled = new Map(withOnlyOptions(template, given));
  for (const property of template.properties ?? []) {
    const { name, type, required } = property;
    if (filled.has(name) || initialOf(property) !== undefined || !required) continue;
    for (let fault: string | undefined = 'first'; fault !== undefined;) {
      const asked = type === 'file' ? `@${await ask(`${property.prompt ?? name} (a file): `)}` : undefined;
      filled.set(name, [asked ?? (await ask(questionOf(property), { isSecret: type === 'password' }))]);
      filled = new Map(await linked(filled));
      fault = faultsOf(template, await valuesFor(template, filled)).get(name);
      if (fault !== undefined) note(`  ${fault}`);
    }
  }
  return filled;
}
