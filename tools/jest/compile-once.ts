import { type CompileFunctionOptions, type Context, Script } from 'node:vm';

/** As that of `node:vm`: what `code` is as the body of a function, in the world that the options name. */
export type Compile = (code: string, parameters: readonly string[], options: InWorld) => unknown;

type InWorld = CompileFunctionOptions & { readonly filename: string; readonly parsingContext: Context };

const isOfPackage = (filename: string): boolean => filename.includes('/node_modules/');

/** It is told by its options how to import, and so belongs to the world that it was compiled for. */
const importsLater = (code: string): boolean => /\bimport\s*\(/.test(code);

/**
 * Jest compiles the files of packages anew for the world of each spec. These are compiled once in a process and run in
 * each world: what they make there, and the globals that they see, stay that world's own.
 */
export function compilingOnce(compile: Compile): Compile {
  const scripts = new Map<string, Script | undefined>();
  const scriptOf = (code: string, parameters: readonly string[], filename: string): Script | undefined => {
    if (!scripts.has(filename)) {
      const text = `(function (${parameters.join()}) {${code}\n})`;
      scripts.set(filename, importsLater(code) ? undefined : new Script(text, { filename }));
    }
    return scripts.get(filename);
  };
  return (code, parameters, options) => {
    const { filename, parsingContext } = options;
    const script = isOfPackage(filename) ? scriptOf(code, parameters, filename) : undefined;
    return script === undefined ? compile(code, parameters, options) : (script.runInContext(parsingContext) as unknown);
  };
}
