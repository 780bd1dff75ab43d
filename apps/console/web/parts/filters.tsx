import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useGo } from './go.js';

interface FiltersProps {
  readonly path: string;
  /** The name of the searchbox; none where the list can't be searched. */
  readonly search?: string | undefined;
  readonly searchName?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly statusName?: string | undefined;
}

/** The filters of a list, which are those of its address. */
export function Filters(props: FiltersProps): ReactElement | null {
  const { path, search, searchName = 'search', statuses, statusName = 'status' } = props;
  const { searchStr } = useLocation();
  const go = useGo();
  const query = new URLSearchParams(searchStr);
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(searchStr);
    if (value === '') next.delete(name);
    else next.set(name, value);
    next.delete('offset');
    go(next.size > 0 ? `${path}?${next.toString()}` : path);
  };
  if (search === undefined && statuses === undefined) return null;
  return (
    <form
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget).get('text');
        set(searchName, typeof given === 'string' ? given.trim() : '');
      }}
    >
      {search !== undefined && (
        <input
          key={query.get(searchName) ?? ''}
          type="search"
          name="text"
          aria-label={search}
          placeholder={search}
          defaultValue={query.get(searchName) ?? ''}
        />
      )}
      {statuses && (
        <label>
          <span>Status</span>
          <select value={query.get(statusName) ?? ''} onChange={(event) => set(statusName, event.target.value)}>
            <option value="">any</option>
            {statuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </label>
      )}
    </form>
  );
}
