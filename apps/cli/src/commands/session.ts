import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { wrongUsage } from '../failure.js';
import type { LoginOptions } from '../login/login.command.js';
import { examples, optionsOf, url } from './options.js';

/** Commands that begin and end a log-in. */
export function addSession(program: Command, context: Context): void {
  const login = program
    .command('login')
    .description('Log in, and keep what the suite gave in a profile that only you can read')
    .option('--key', 'as an application: KEY:SECRET on standard input')
    .addOption(new Option('--url <url>', 'where the suite is; that of this folder by default').argParser(url))
    .option('--ca <file>', 'certificate of the authority to trust, PEM')
    .addHelpText('after', examples('printf "$KEY:$SECRET" | halyard login --key --url https://localhost:8443'));
  login.action(async () => {
    const options = optionsOf<LoginOptions>(login);
    if (!options.key) throw wrongUsage('log in with --key: KEY:SECRET on standard input');
    const { loginByKey } = await import('../login/login.command.js');
    await loginByKey(context, options);
  });

  const logout = program
    .command('logout')
    .description('Forget a profile')
    .addHelpText('after', examples('halyard logout --profile shop'));
  logout.action(async () => {
    const { logout: forget } = await import('../login/login.command.js');
    await forget(context, optionsOf(logout));
  });

  const whoami = program
    .command('whoami')
    .description('Print who is logged in, and what they may do')
    .addHelpText('after', examples('halyard whoami --json'));
  whoami.action(async () => {
    const { whoami: say } = await import('../login/whoami.command.js');
    await say(context, optionsOf(whoami));
  });
}
