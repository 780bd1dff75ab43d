import type { Fault, FaultCode } from '@halyard/core';
import { LINE_LENGTH, type RecordField, type RecordLayout } from './records.js';

type Columns = Pick<RecordField<string>, 'start' | 'length'>;

const WHOLE_LINE: Columns = { start: 0, length: LINE_LENGTH };

/** A fault of a line, from 1. Its message repeats nothing of the file. */
export function lineFault(line: number, code: FaultCode, message: string, columns: Columns = WHOLE_LINE): Fault {
  const { start, length } = columns;
  const place = length === 1 ? `Column ${String(start + 1)}` : `Columns ${String(start + 1)}-${String(start + length)}`;
  return { code, message: `${place}: ${message}`, path: `/lines/${String(line)}` };
}

const NOT_ALLOWED = /[^ -~]/;

/** Faults of a line's length and characters. */
export function shapeFaults(line: number, text: string): Fault[] {
  const faults: Fault[] = [];
  const wrong = text.search(NOT_ALLOWED);
  const at: Columns = { start: wrong, length: 1 };
  if (wrong !== -1) faults.push(lineFault(line, 'InvalidFormat', 'a file has printable ASCII characters only.', at));
  if (text.length !== LINE_LENGTH) {
    const message = `a line has ${String(LINE_LENGTH)} characters. This one has ${String(text.length)}.`;
    faults.push(lineFault(line, 'InvalidFormat', message));
  }
  return faults;
}

/** Faults of the form of a record's fields. */
export function fieldFaults(line: number, text: string, { fields }: RecordLayout<string>): Fault[] {
  return fields.flatMap((field) => {
    const value = text.slice(field.start, field.start + field.length);
    if (field.kind === 'number' && !/^\d+$/.test(value)) {
      return [lineFault(line, 'InvalidFormat', 'digits are required.', field)];
    }
    const { always } = field;
    if (always === undefined || value === always) return [];
    return [lineFault(line, 'Invalid', `the only value of this field is ${always}.`, field)];
  });
}

/** The fault of a value that has the right form and is still wrong. */
export const valueFault = <Name extends string>(
  line: number,
  { fields }: RecordLayout<Name>,
  name: NoInfer<Name>,
  message: string,
): Fault =>
  lineFault(
    line,
    'Invalid',
    message,
    fields.find((field) => field.name === name),
  );
