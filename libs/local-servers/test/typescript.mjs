// node --import this: lets a plain Node process run the sources, for tests that need a process they can kill.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const { code } = transformFileSync(fileURLToPath(url), {
      module: { type: 'es6' },
      jsc: { target: 'es2024', parser: { syntax: 'typescript', decorators: true } },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
