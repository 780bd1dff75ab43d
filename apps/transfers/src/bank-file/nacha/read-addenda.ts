import { type Fault, isCorrectionCode, isReturnCode } from '@halyard/core';
import { correctedValuesOf } from './corrected-data.js';
import { fieldFaults, valueFault } from './line-faults.js';
import { correctionAddenda, readRecord, type RecordValues, returnAddenda } from './records.js';
import type { BankStatement, UploadedEntry } from './uploaded-file.js';

interface Addenda {
  readonly originalTraceNumber: string;
  /** Absent if its code is not known, or its values can't be read. */
  readonly states?: BankStatement;
}

interface AddendaReading {
  readonly faults: readonly Fault[];
  /** Absent if the line has no addenda that can be read. */
  readonly addenda?: Addenda;
}

/**
 * @param line from 1
 * @param text undefined if its length or its characters are wrong
 * @param batch the class of its batch, if that is known
 */
export function readAddenda(
  line: number,
  text: string | undefined,
  batch: UploadedEntry['batch'] | undefined,
): AddendaReading {
  if (text === undefined) return { faults: [] };
  const isReturn = text.startsWith('799');
  const isKnown = isReturn || text.startsWith('798');
  if (!isKnown || (batch !== undefined && isReturn === (batch === 'COR'))) {
    const message = 'addenda of this type are not of this batch.';
    return { faults: [valueFault(line, returnAddenda, 'addendaType', message)] };
  }
  const layout = isReturn ? returnAddenda : correctionAddenda;
  const faults = fieldFaults(line, text, layout);
  if (faults.length > 0) return { faults };
  return isReturn
    ? returnOf(line, readRecord(returnAddenda, text))
    : correctionOf(line, readRecord(correctionAddenda, text));
}

function returnOf(line: number, values: RecordValues<typeof returnAddenda>): AddendaReading {
  const { returnCode: code, originalTraceNumber } = values;
  if (isReturnCode(code)) return { faults: [], addenda: { originalTraceNumber, states: { type: 'return', code } } };
  const message = 'a known return code is required.';
  return { faults: [valueFault(line, returnAddenda, 'returnCode', message)], addenda: { originalTraceNumber } };
}

function correctionOf(line: number, values: RecordValues<typeof correctionAddenda>): AddendaReading {
  const { changeCode: code, originalTraceNumber, correctedData } = values;
  const refused = (name: 'changeCode' | 'correctedData', message: string): AddendaReading => ({
    faults: [valueFault(line, correctionAddenda, name, message)],
    addenda: { originalTraceNumber },
  });
  if (!isCorrectionCode(code)) return refused('changeCode', 'a known code of a correction is required.');
  const corrected = correctedValuesOf(code, correctedData);
  if (!corrected) return refused('correctedData', `the values that ${code} corrects are required, in their form.`);
  return { faults: [], addenda: { originalTraceNumber, states: { type: 'correction', code, corrected } } };
}
