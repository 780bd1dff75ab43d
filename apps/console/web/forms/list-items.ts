/**
 * Matches the list item in a field's name: `fees.2` in `fees.2.amount.value`. The list is `fees`, the item's place 2.
 */
const ITEM = /^(\w+)\.(\d+)(?=\.|$)/;

/** The list whose item the field is in; undefined if it is in none. */
export const listOf = (field: string): string | undefined => ITEM.exec(field)?.[1];

export const itemOf = (field: string): string | undefined => ITEM.exec(field)?.[0];

/** The name that the field has in another item. */
export const fieldIn = (item: string, field: string): string => field.replace(ITEM, item);

/** The name of the field in the first item, which has the rules for all items. */
export const ruleNameOf = (field: string): string => field.replace(ITEM, '$1.0');

/** The items of a list that the fields belong to, ordered by their places. */
export function itemsIn(list: string, fields: readonly string[]): readonly string[] {
  const places = fields.flatMap((field) => {
    const [, of, place] = ITEM.exec(field) ?? [];
    return of === list ? [Number(place)] : [];
  });
  return [...new Set(places)].sort((a, b) => a - b).map((place) => `${list}.${String(place)}`);
}

/** The place at which each item is sent: without gaps, whatever places the items have in the form. */
export function sentItems(fields: readonly string[]): ReadonlyMap<string, string> {
  const lists = new Set(fields.map(listOf).filter((list) => list !== undefined));
  const items = [...lists].flatMap((list) =>
    itemsIn(list, fields).map((item, place) => [item, `${list}.${String(place)}`] as const),
  );
  return new Map(items);
}
