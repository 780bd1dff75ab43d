import { PUBLISHED_LIST } from './published-list.js';

interface Classification {
  readonly id: string;
  readonly name: string;
}

/** A group of industries. The `businessClassification` of a customer is the id of an industry, not of a group. */
export interface BusinessClassification extends Classification {
  readonly industries: readonly Classification[];
}

const wholeId = (id: string): string => id.replace(/^(\w{8})-(\w{4})$/, '$1-7d6f-11e3-$2-5404a6144203');

/** Splits a line such as `9ed3f671-803c Gourmet foods`. */
function classificationOf(text: string): Classification {
  const space = text.indexOf(' ');
  return { id: wholeId(text.slice(0, space)), name: text.slice(space + 1) };
}

/** In the published order. */
export const businessClassifications: readonly BusinessClassification[] = PUBLISHED_LIST.split('# ')
  .slice(1)
  .map((group) => {
    const [heading = '', ...lines] = group.trim().split('\n');
    return {
      ...classificationOf(heading),
      industries: lines.flatMap((line) => line.split(' | ')).map(classificationOf),
    };
  });

const groups = new Map(businessClassifications.map((group) => [group.id, group]));
export const findBusinessClassification = (id: string): BusinessClassification | undefined => groups.get(id);

/** Allowed values of `businessClassification`: names of industries by id, under the names of their groups. */
export const industries: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  businessClassifications.map((group) => [
    group.name,
    Object.fromEntries(group.industries.map(({ id, name }) => [id, name])),
  ]),
);
