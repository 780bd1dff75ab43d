// Before Jest, in its own process and in those of its workers.
import vm from 'node:vm';
import { compilingOnce } from './compile-once.ts';

vm.compileFunction = compilingOnce(vm.compileFunction);
