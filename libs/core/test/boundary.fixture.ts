// Must be refused: the core reaches for I/O. tools/test/boundaries.int.spec.ts sees to that.
import { Injectable } from '@nestjs/common';

export const outOfBounds = Injectable;
