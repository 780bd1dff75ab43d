import type { Property, Template } from '@halyard/client';
import { kindsInWords, linkedKindsOf } from './linked-kinds.js';
import { tableText } from '../output/table.js';
import { plain } from '../output/terminal-text.js';

function valuesOf(property: Property): string {
  const { options, value } = property;
  const kinds = linkedKindsOf(property);
  if (kinds.length > 0) return `id of ${kindsInWords(kinds)}`;
  const inline = options?.inline?.map((option) => (typeof option === 'string' ? option : option.value));
  return inline?.join(', ') ?? (typeof value === 'string' ? value : '');
}

const typeOf = ({ type = 'text', multiple }: Property): string => (multiple ? `${type}, several` : type);

/** The fields of a form as a table, for people. */
export function formText({ properties = [] }: Template, room: number): string {
  const rows = properties.map((property) => [
    property.name,
    property.prompt ?? '',
    typeOf(property),
    property.required ? 'yes' : '',
    valuesOf(property),
  ]);
  const all = [['name', 'prompt', 'type', 'required', 'options'], ...rows];
  return tableText(
    all.map((row) => row.map(plain)),
    room,
  );
}
