import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { columnsOf } from '../../columns/columns.js';
import { Json } from '../../parts/json.js';
import { Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Status, Time, Words } from '../../parts/text.js';
import { UntakenEvent } from './untaken-event.js';

type Rebuild = NonNullable<Api.ReadModel['rebuild']>;
type Differences = NonNullable<Rebuild['differences']>;

interface RebuiltModel {
  readonly name: string;
  readonly rebuild?: Rebuild | undefined;
}

const inEnglish = (count: number): string => Math.round(count).toLocaleString('en');
const rowsText = (rows: number): string => (rows === 1 ? '1 row differs' : `${inEnglish(rows)} rows differ`);

/** `45 s`, `3 min`, `2 h 5 min`. */
function durationOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${inEnglish(Math.ceil(seconds))} s`;
  if (minutes < 90) return `${inEnglish(minutes)} min`;
  return `${inEnglish(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** Shows the state of the rebuild of a model, how far it has come, and what is left. */
export function RebuildState({ of: { name, rebuild } }: { readonly of: RebuiltModel }): ReactElement | null {
  if (!rebuild) return null;
  const { state, begun, events, of, perSecond, secondsLeft, stoppedAt, differences } = rebuild;
  const rate = perSecond > 0 ? `${inEnglish(perSecond)}/s` : undefined;
  const left = secondsLeft === undefined ? undefined : `${durationOf(secondsLeft)} left`;
  return (
    <div className="rebuild">
      <Status of={state} /> {differences && rowsText(differences.rows)}
      {state === 'filling' && (
        <progress aria-label={`Rebuild of ${name}`} max={Math.max(1, of, events)} value={events} />
      )}
      <div>
        {[`${inEnglish(events)} of ${inEnglish(Math.max(of, events))} events`, rate, left].filter(Boolean).join(', ')}
      </div>
      {stoppedAt && <UntakenEvent of={stoppedAt} />}
      <div className="quiet">
        begun <Time at={begun} />
      </div>
    </div>
  );
}

type DifferingRow = Differences['first'][number];

/** A member in which the two rows differ; without a name, the whole row of one of the two. */
interface DifferingMember {
  readonly id: string;
  readonly serves: unknown;
  readonly rebuilt: unknown;
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const REPLACED = /^\[[a-z-]+\]$/;
const isReplaced = (value: unknown): boolean => typeof value === 'string' && REPLACED.test(value);

function membersOf({ serves, rebuilt }: DifferingRow): readonly DifferingMember[] {
  if (!isObject(serves) || !isObject(rebuilt)) return [{ id: '', serves, rebuilt }];
  const names = [...new Set([...Object.keys(serves), ...Object.keys(rebuilt)])];
  const differing = names.filter((name) => !isSame(serves[name], rebuilt[name]));
  // Two values that are not shown look the same, though they may be what differs.
  const told = differing.length > 0 ? differing : names.filter((name) => isReplaced(serves[name]));
  return told.map((id) => ({ id, serves: serves[id], rebuilt: rebuilt[id] }));
}

/** A longer text scrolls in a box of its own. */
const TEXT_LENGTH_MAX = 200;

function Shown({ value }: { readonly value: unknown }): ReactElement {
  if (value === undefined) return <span className="quiet">absent</span>;
  if (isObject(value) || Array.isArray(value)) return <Json of={value} />;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > TEXT_LENGTH_MAX ? <Json of={value} /> : <Words of={text === '' ? '""' : text} />;
}

const columns = columnsOf<DifferingMember>({
  Member: { of: ({ id }) => <Words of={id} />, has: ({ id }) => id !== '' },
  Serves: ({ serves }) => <Shown value={serves} />,
  Rebuilt: ({ rebuilt }) => <Shown value={rebuilt} />,
});

/** Shows in which rows a rebuild differs from the model that serves. */
export function WhatDiffers({ of: { name, rebuild } }: { readonly of: RebuiltModel }): ReactElement | null {
  const differences = rebuild?.differences;
  if (!differences) return null;
  const { rows, first } = differences;
  return (
    <Region name={`What differs: ${name}`}>
      <p>
        {rowsText(rows)} from the model that serves{first.length < rows && `; these are the first ${first.length}`}.
        Swap puts the rebuilt rows in their place. Stop drops the rebuilt rows.
      </p>
      <p className="quiet">Numbers, names and secrets are not shown: a word in brackets stands for them.</p>
      {first.map((row) => (
        <div key={row.key} className="differing">
          <h3>{row.key}</h3>
          <Table name={row.key} columns={columns} items={membersOf(row)} empty="" />
        </div>
      ))}
    </Region>
  );
}
