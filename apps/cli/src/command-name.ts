type Env = Readonly<Record<string, string | undefined>>;

/**
 * The words that start the command line where it runs. npx puts no command into the path, and without `--no` it would
 * download a package of somebody else's in a folder that has none.
 */
export const commandName = (env: Env): string => (env['npm_command'] === 'exec' ? 'npx --no halyard' : 'halyard');
