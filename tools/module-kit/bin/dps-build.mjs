#!/usr/bin/env node
import { requireNode } from '@dps/contract/server';
import { build } from '../src/build.ts';
import { BuildFailure } from '../src/build-failure.ts';

requireNode();

try {
  process.stdout.write(`${await build(process.cwd())}\n`);
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error;
  process.stderr.write(`${error.message}\n${error.advice}\n`);
  process.exitCode = 1;
}
