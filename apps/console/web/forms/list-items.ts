/** `fees.2` in `fees.2.amount.value`: an item of the list `fees`, and its place. */
const ITEM = /^(\w+)\.(\d+)(?=\.|$)/;

/** The list that a field is in an item of. */
export const listOf = (field: string): string | undefined => ITEM.exec(field)?.[1];

export const itemOf = (field: string): string | undefined => ITEM.exec(field)?.[0];

/** The same field of another item. */
export const fieldIn = (item: string, field: string): string => field.replace(ITEM, item);

/** The field of the first item, which has the rules of all. */
export const ruleNameOf = (field: string): string => field.replace(ITEM, '$1.0');

/** The items of a list that some fields are of, by their places. */
export function itemsIn(list: string, fields: readonly string[]): readonly string[] {
  const places = fields.flatMap((field) => {
    const [, of, place] = ITEM.exec(field) ?? [];
    return of === list ? [Number(place)] : [];
  });
  return [...new Set(places)].sort((a, b) => a - b).map((place) => `${list}.${String(place)}`);
}

/** Where the items of some fields are sent: without a gap, whatever places they have in the form. */
export function sentItems(fields: readonly string[]): ReadonlyMap<string, string> {
  const lists = new Set(fields.map(listOf).filter((list) => list !== undefined));
  const items = [...lists].flatMap((list) =>
    itemsIn(list, fields).map((item, place) => [item, `${list}.${String(place)}`] as const),
  );
  return new Map(items);
}
