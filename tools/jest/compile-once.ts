import { type CompileFunctionOptions, type Context, Script } from 'node:vm';

/**
 * Like the compile function of `node:vm`: compiles `code` as the body of a function, in the context that the options
 * name.
 */
export type Compile = (code: string, parameters: readonly string[], options: InWorld) => unknown;

type InWorld = CompileFunctionOptions & { readonly filename: string; readonly parsingContext: Context };

const isOfPackage = (filename: string): boolean => filename.includes('/node_modules/');

/** Code with dynamic imports is bound, by its options, to the context that it was compiled for. */
const importsLater = (code: string): boolean => /\bimport\s*\(/.test(code);

/**
 * Jest compiles the files of packages again for the context of each spec. This compiles them once in a process and runs
 * them in each context: the objects that they create there, and the globals that they see, still belong to that
 * context.
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
