import { ConfigError } from '@halyard/config';
import { errorCodeOf } from '@halyard/core';

/** Another process has the port, or this user may not use it. The message is one line, and names the setting. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not available on the address to listen on',
};

/**
 * Opens a listener, and explains why a port can't be used.
 * @param setting the name of the setting with the port
 * @throws PortTaken; ConfigError if several processes would share the port, and the platform can't
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
