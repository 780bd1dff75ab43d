import type { FormEvent, ReactElement } from 'react';
import { useGo } from './go.js';
import { usePageLocation } from './page-location.js';

/** A filter that people type in. */
export interface FilterField {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'date';
}

/** A filter with few values. */
export interface FilterChoice {
  /** The name of the query parameter. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  /** Texts that stand for values. The empty value leaves the parameter out, and its text is `any` by default. */
  readonly texts?: Readonly<Record<string, string>>;
}

interface FiltersProps {
  readonly path: string;
  /** The name of the searchbox; undefined if the list can't be searched. */
  readonly search?: string | undefined;
  readonly choices?: readonly FilterChoice[] | undefined;
  /** Filters that are seldom wanted. They are folded away unless one of them is set. */
  readonly fields?: readonly FilterField[] | undefined;
}

/** The filters of a list. They are in the query of its address. */
export function Filters(props: FiltersProps): ReactElement | null {
  const { path, search, choices = [], fields = [] } = props;
  const { searchStr } = usePageLocation();
  const go = useGo();
  const query = new URLSearchParams(searchStr);
  const set = (given: readonly (readonly [name: string, value: string])[]): void => {
    const next = new URLSearchParams(searchStr);
    for (const [name, value] of given) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    for (const name of ['offset', 'anchor']) next.delete(name);
    go(next.size > 0 ? `${path}?${next.toString()}` : path);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const names = [...(search === undefined ? [] : ['search']), ...fields.map(({ name }) => name)];
    set(
      names.map((name) => {
        const value = form.get(name);
        return [name, typeof value === 'string' ? value.trim() : ''];
      }),
    );
  };
  if (search === undefined && choices.length === 0 && fields.length === 0) return null;
  return (
    <form className="filters" role="search" onSubmit={submit}>
      {search !== undefined && (
        <input
          key={query.get('search') ?? ''}
          type="search"
          name="search"
          aria-label={search}
          placeholder={search}
          defaultValue={query.get('search') ?? ''}
        />
      )}
      {choices.map(({ name, label, values, texts = {} }) => (
        <label key={name}>
          <span>{label}</span>
          <select value={query.get(name) ?? ''} onChange={(event) => set([[name, event.target.value]])}>
            <option value="">{texts[''] ?? 'any'}</option>
            {values.map((value) => (
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

interface MoreFiltersProps {
  readonly fields: readonly FilterField[];
  readonly query: URLSearchParams;
}

const MoreFilters = ({ fields, query }: MoreFiltersProps): ReactElement => (
  <details open={fields.some(({ name }) => query.has(name))}>
    <summary>More filters</summary>
    <div className="filters">
      {fields.map(({ name, label, type = 'text' }) => (
        <label key={name}>
          <span>{label}</span>
          <input key={query.get(name) ?? ''} type={type} name={name} defaultValue={query.get(name) ?? ''} />
        </label>
      ))}
      <button type="submit">Filter</button>
    </div>
  </details>
);
