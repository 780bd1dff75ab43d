import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** There is no Chromium for this machine; the message says why. */
export class NoChromium extends Error {}

/** Launch options of Playwright. */
interface ChromiumLaunch {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/**
 * The package unpacks itself into the folder for temporary files, and trusts everything that it finds there. So it gets
 * a folder of its own.
 */
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

const fontsOf = (dir: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(dir, 'fonts')}</dir><cachedir>${join(dir, 'fonts-cache')}</cachedir></fontconfig>
`;

/**
 * Unpacks a headless Chromium from its npm package, with the libraries and the font that it needs: 210 MB in `dir`, in
 * some seconds. TEST_CHROMIUM names another Chromium.
 *
 * @returns how to launch it
 * @throws NoChromium
 */
export async function unpackChromium(dir: string): Promise<ChromiumLaunch> {
  const given = process.env['TEST_CHROMIUM'];
  if (given) return { executablePath: given, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoChromium(`npm has no Chromium for ${process.platform} ${process.arch}: set TEST_CHROMIUM to one`);
  }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    // The package was made for AWS Lambda, and only unpacks its libraries if it believes to run there.
    env: { ...process.env, TMPDIR: dir, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  const fonts = join(dir, 'fonts.conf');
  await writeFile(fonts, fontsOf(dir));
  return {
    executablePath: join(dir, 'chromium'),
    env: { LD_LIBRARY_PATH: join(dir, 'al2023', 'lib'), FONTCONFIG_FILE: fonts },
  };
}
