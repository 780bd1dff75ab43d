import type { ApiError } from '@halyard/client';
import { type ReactElement, useEffect, useRef, useState } from 'react';

interface LineFaultsProps {
  readonly error: ApiError;
  /** The file that was refused. Its lines are read in the browser alone. */
  readonly file: File;
}

/** The faults of a file, line by line, with the columns marked in the line itself. */
export function LineFaults({ error, file }: LineFaultsProps): ReactElement {
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    let isShown = true;
    file.text().then(
      (text) => isShown && setLines(text.split('\n')),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [file]);
  const { errors, requestId } = error;
  return (
    <div role="alert" className="refusal">
      <p>
        {byLine(errors).size === 1
          ? 'One line is wrong. Nothing was applied.'
          : 'Some lines are wrong. Nothing was applied.'}
      </p>
      <ul className="line-faults">
        {[...byLine(errors)].map(([number, messages]) => (
          <li key={number}>
            {messages.map((message) => (
              <p key={message}>
                <strong>{number === WHOLE_FILE ? 'File' : `Line ${String(number)}`}</strong> {message}
              </p>
            ))}
            {number !== WHOLE_FILE && <Line text={lines[number - 1]} marked={messages.flatMap(columnsIn)} />}
          </li>
        ))}
      </ul>
      {errors.length >= TOLD_MAX && <p>More lines may be wrong: these are the first {TOLD_MAX}.</p>}
      {requestId !== undefined && (
        <p className="quiet">
          Request id <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}

/** The API tells this many faults of a file. */
const TOLD_MAX = 25;

const WHOLE_FILE = 0;

/** The messages of each line, in the order of the lines. */
function byLine(errors: ApiError['errors']): ReadonlyMap<number, readonly string[]> {
  const lines = new Map<number, string[]>();
  for (const { path, message } of errors) {
    const line = Number(/^\/lines\/(\d+)/.exec(path)?.[1] ?? WHOLE_FILE);
    lines.set(line, [...(lines.get(line) ?? []), message]);
  }
  return lines;
}

type Columns = readonly [first: number, last: number];

/** The columns that a message names: `Column 5`, `Columns 30-39`. */
function columnsIn(message: string): readonly Columns[] {
  const [, first, last = first] = /\bcolumns? (\d+)(?:-(\d+))?/i.exec(message) ?? [];
  return first === undefined ? [] : [[Number(first), Number(last)]];
}

interface LineProps {
  readonly text: string | undefined;
  readonly marked: readonly Columns[];
}

/** The part of a line before the first marked column stays in view. */
const BEFORE_PX = 40;

/** The line as it stands in the file, with the wrong columns marked. */
function Line({ text = '', marked }: LineProps): ReactElement | null {
  const shown = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const first = shown.current?.querySelector('mark');
    if (shown.current && first) shown.current.scrollLeft = first.offsetLeft - BEFORE_PX;
  }, [text]);
  if (text.trim() === '') return null;
  return (
    <pre ref={shown} className="record" tabIndex={0} translate="no">
      {partsOf(text.trimEnd(), marked).map(({ part, isMarked }, place) =>
        isMarked ? <mark key={place}>{part}</mark> : part,
      )}
    </pre>
  );
}

/** Cuts a line where marked columns begin or end. A line that is marked whole has no mark. */
function partsOf(text: string, marked: readonly Columns[]): readonly { part: string; isMarked: boolean }[] {
  const parts = marked.filter(([first, last]) => first > 1 || last < text.length);
  const isIn = (column: number): boolean => parts.some(([first, last]) => column >= first && column <= last);
  const cuts = [...text].flatMap((_, at) => (at === 0 || isIn(at + 1) !== isIn(at) ? [at] : []));
  return cuts.map((at, place) => ({ part: text.slice(at, cuts[place + 1]), isMarked: isIn(at + 1) }));
}
