import { fillIn, initialOf, type Property, type Template, TemplateError, type Values } from '@halyard/client';
import type { Ask } from '../context.js';
import { type GivenValues, valuesFor } from './given.js';

function questionOf({ name, prompt, options, placeholder }: Property & { readonly placeholder?: string }): string {
  const inline = options?.inline?.map((option) => (typeof option === 'string' ? option : option.value));
  const hint = inline ? inline.join(', ') : placeholder;
  return `${prompt ?? name}${hint === undefined ? '' : ` (${hint})`}: `;
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

/** Asks for each required field without a value, and again if its rules refuse the value. */
export async function askFor(template: Template, given: GivenValues, ask: Ask): Promise<GivenValues> {
  const filled = new Map(given);
  for (const property of template.properties ?? []) {
    const { name, type, required } = property;
    if (filled.has(name) || initialOf(property) !== undefined || !required) continue;
    for (let fault: string | undefined = 'first'; fault !== undefined;) {
      const asked = type === 'file' ? `@${await ask(`${property.prompt ?? name} (a file): `)}` : undefined;
      filled.set(name, [asked ?? (await ask(questionOf(property), { isSecret: type === 'password' }))]);
      fault = faultsOf(template, await valuesFor(template, filled)).get(name);
    }
  }
  return filled;
}
