import type { FormField, Json } from '@halyard/contracts';

export interface ShownValues {
  readonly [name: string]: Json | undefined;
}

const isShown = (value: Json | undefined): value is ShownValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, or several for a field that takes several: templates have no other values (HAL-FORMS). */
export type CurrentValue = string | readonly string[];

/**
 * A field with the resource's current value. A field of a list's first item is repeated for each item that the resource
 * has; only the first may be required. Numbers and dates that the resource does not show have no value.
 */
export function currentValue(
  field: FormField,
  shown: ShownValues,
): readonly (readonly [FormField, CurrentValue | undefined])[] {
  if (field.value !== undefined) return [[field, field.value]];
  const [list, ...within] = field.path.slice(1).split('/0');
  const items = list !== undefined && within.length > 0 ? shown[list] : undefined;
  if (Array.isArray(items) && items.length > 0) {
    return items.map((item: Json, index) => [
      { ...field, path: `/${list}/${index}${within.join('/0')}`, isRequired: field.isRequired && index === 0 },
      fitting(field, item),
    ]);
  }
  return [[field, fitting(field, shownAt(shown, field.path.slice(1).replaceAll('/', '.')))]];
}

/** Fills a field with the first of these attributes that the resource shows. */
export function filledIn(
  field: FormField,
  shown: ShownValues,
  attributes: readonly string[],
): readonly [FormField, CurrentValue | undefined] {
  const found = attributes.map((attribute) => shownAt(shown, attribute)).find((value) => value !== undefined);
  return [field, fitting(field, found)];
}

/** The path has dots. */
export function shownAt(shown: ShownValues, path: string): Json | undefined {
  let value: Json | undefined = shown;
  for (const key of path.split('.')) value = isShown(value) ? value[key] : undefined;
  return value;
}

/** @returns the value as text, if the field may have it */
function fitting({ type, options, isMultiple }: FormField, value: Json | undefined): CurrentValue | undefined {
  if (isMultiple) return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (type === 'number') return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const isChoice = options === undefined || options.some(({ key }) => key === value);
  return typeof value === 'string' && isChoice ? value : undefined;
}
