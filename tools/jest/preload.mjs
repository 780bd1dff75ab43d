// Loaded before Jest, in its main process and in its workers.
import vm from 'node:vm';
import { compilingOnce } from './compile-once.ts';

vm.compileFunction = compilingOnce(vm.compileFunction);
