// tools/test/boundaries.int.spec.ts checks that this is refused: the core reaches for I/O.
import { Injectable } from '@nestjs/common';

export const outOfBounds = Injectable;
