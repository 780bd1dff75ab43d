import { spawn } from 'node:child_process';

/** Does `work` while `count` processes use all the CPU that they get. */
export async function whileOthersSpin<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  const spinners = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const spinner of spinners) spinner.kill('SIGKILL');
  }
}
