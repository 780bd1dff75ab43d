import { ConfigError } from '@halyard/config';
import { errorCodeOf } from '@halyard/core';

/** Another process has the port, or this user may not have it. The message is one line that names the setting. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not available on the address to listen on',
};

/**
 * @param setting the name of the setting with the port
 * @throws PortTaken; ConfigError if the platform shares no ports
 */
export async function listening<Listener>(
  setting: string,
  port: number,
  listen: () => Promise<Listener>,
): Promise<Listener> {
  try {
    return await listen();
  } catch (error) {
    const code = errorCodeOf(error) ?? '';
    if (code === 'ENOTSUP') throw new ConfigError(['SHARED_PORTS must be false: this platform shares no ports']);
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new PortTaken(`Port ${port} ${reason}: set ${setting} to another one.`, { cause: error });
  }
}
