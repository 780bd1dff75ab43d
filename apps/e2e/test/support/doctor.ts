import { type EndedTool, runTool } from '@halyard/testing/run-tool';
import type { Settings } from '../../src/suite-process.js';

export interface DoctorReport {
  readonly status: string;
  readonly findings: readonly { readonly check: string; readonly service?: string; readonly message: string }[];
  readonly notLooked: readonly { readonly subject: string; readonly because: string }[];
}

export const runDoctor = (settings: Settings, args?: readonly string[]): Promise<EndedTool> =>
  runTool('doctor.ts', settings, args);

/** The report for machines, and the exit code. */
export async function doctorSays(settings: Settings): Promise<DoctorReport & Pick<EndedTool, 'code'>> {
  const { code, said } = await runDoctor(settings, ['--json']);
  return { code, ...(JSON.parse(said) as DoctorReport) };
}
