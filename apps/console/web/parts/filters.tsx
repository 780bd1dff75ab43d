import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { useGo } from './go.js';
import { usePageLocation } from './page-location.js';

/** A filter that people type in. */
export interface FilterField {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'date';
  /**
   * The API takes a moment where people choose a day: the day's first one, or for a last day the first one of the next.
   * Days are those of UTC.
   */
  readonly moment?: 'of-first-day' | 'of-last-day';
}

/** A filter with few values. */
export interface FilterChoice {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  /** A value may be several of the API's, parted by blanks. */
  readonly values: readonly string[];
  /** Texts that stand for values. The empty value leaves the parameter out, and its text is `any` by default. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A searchbox whose text chooses among several filters. */
export interface SearchBox {
  readonly label: string;
  /** Says in the empty box what it takes. */
  readonly hint: string;
  /** The filters that the box may set, by the names of their query parameters. */
  readonly names: readonly string[];
  /** The text that asks for the filters of an address. */
  readonly textOf: (query: URLSearchParams) => string;
  /** The filters that a text asks for, or a sentence that says why there is none. */
  readonly filtersOf: (text: string) => readonly (readonly [name: string, value: string])[] | string;
}

/** A searchbox that is a filter by itself. */
const plainSearch = (label: string): SearchBox => ({
  label,
  hint: label,
  names: ['search'],
  textOf: (query) => query.get('search') ?? '',
  filtersOf: (text) => (text === '' ? [] : [['search', text]]),
});

interface FiltersProps {
  readonly path: string;
  /** The searchbox, or its name; undefined if the list can't be searched. */
  readonly search?: string | SearchBox | undefined;
  readonly choices?: readonly FilterChoice[] | undefined;
  /** Filters that are seldom wanted. They are folded away unless one of them is set. */
  readonly fields?: readonly FilterField[] | undefined;
}

/** The filters of a list. They are in the query of its address. */
export function Filters(props: FiltersProps): ReactElement | null {
  const { path, search, choices = [], fields = [] } = props;
  const box = typeof search === 'string' ? plainSearch(search) : search;
  const { searchStr } = usePageLocation();
  const go = useGo();
  const [problem, setProblem] = useState('');
  const query = new URLSearchParams(searchStr);
  /** Replaces these filters, and begins the list anew. */
  const set = (names: readonly string[], given: readonly (readonly [name: string, value: string])[]): void => {
    const next = new URLSearchParams(searchStr);
    for (const name of [...names, ...beginnings]) next.delete(name);
    for (const [name, value] of given) if (value !== '') next.append(name, value);
    setProblem('');
    go(next.size > 0 ? `${path}?${next.toString()}` : path);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textIn = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const found = box?.filtersOf(textIn(BOX)) ?? [];
    if (typeof found === 'string') return setProblem(found);
    const typed = fields.map((field) => [field.name, sentFor(field, textIn(field.name))] as const);
    set([...(box?.names ?? []), ...fields.map(({ name }) => name)], [...found, ...typed]);
  };
  if (!box && choices.length === 0 && fields.length === 0) return null;
  return (
    <form className="filters" role="search" onSubmit={submit}>
      {box && <Box box={box} text={box.textOf(query)} problem={problem} />}
      {choices.map(({ name, label, values, texts = {} }) => (
        <label key={name}>
          <span>{label}</span>
          <select
            value={query.getAll(name).join(' ')}
            onChange={(event) =>
              set(
                [name],
                event.target.value.split(' ').map((value) => [name, value]),
              )
            }
          >
            <option value="">{texts[''] ?? 'any'}</option>
            {withValue(values, query.getAll(name).join(' ')).map((value) => (
              <option key={value} value={value}>
                {texts[value] ?? value}
              </option>
            ))}
          </select>
        </label>
      ))}
      {fields.length > 0 && <MoreFilters fields={fields} query={query} />}
    </form>
  );
}

/** The address, or a searchbox, may set a value that is not among those to choose from. */
const withValue = (values: readonly string[], value: string): readonly string[] =>
  value === '' || values.includes(value) ? values : [...values, value];

/** The name of the searchbox in the form. */
const BOX = 'text';
/** Parameters that say where a page of the list begins. */
const beginnings = ['offset', 'anchor', 'after'];

interface BoxProps {
  readonly box: SearchBox;
  readonly text: string;
  readonly problem: string;
}

/** A text that asks for no filter stays in the box, with the reason below. */
function Box({ box: { label, hint }, text, problem }: BoxProps): ReactElement {
  const id = useId();
  const described = problem === '' ? {} : { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <div className="search-box">
      <input
        key={text}
        type="search"
        name={BOX}
        aria-label={label}
        placeholder={hint}
        defaultValue={text}
        {...described}
      />
      {problem !== '' && (
        <p id={id} role="alert" className="fault">
          {problem}
        </p>
      )}
    </div>
  );
}

const DAY = /^\d{4}-\d\d-\d\d/;
const DAY_MS = 86_400_000;

/** The value of the query for what people chose. */
function sentFor({ moment }: FilterField, text: string): string {
  if (!moment || !DAY.test(text)) return text;
  const first = Date.parse(`${text}T00:00:00.000Z`);
  return new Date(moment === 'of-last-day' ? first + DAY_MS : first).toISOString();
}

/** Reads the choice of people from the value of the query. */
function shownFor({ moment }: FilterField, value: string): string {
  const at = Date.parse(value);
  if (!moment || Number.isNaN(at)) return value;
  return new Date(moment === 'of-last-day' ? at - 1 : at).toISOString().slice(0, 10);
}

interface MoreFiltersProps {
  readonly fields: readonly FilterField[];
  readonly query: URLSearchParams;
}

const MoreFilters = ({ fields, query }: MoreFiltersProps): ReactElement => (
  <details open={fields.some(({ name }) => query.has(name))}>
    <summary>More filters</summary>
    <div className="filters">
      {fields.map((field) => {
        const { name, label, type = 'text' } = field;
        const shown = shownFor(field, query.get(name) ?? '');
        return (
          <label key={name}>
            <span>{label}</span>
            <input key={shown} type={type} name={name} defaultValue={shown} />
          </label>
        );
      })}
      <button type="submit">Filter</button>
    </div>
  </details>
);
