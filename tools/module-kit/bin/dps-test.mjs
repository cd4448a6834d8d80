#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { requireNode } from '@dps/contract/server';
import { jestConfig } from '../src/testing/jest-config.ts';

requireNode();

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
// Jest runs ES modules only with this flag of Node.
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const config = ['--config', JSON.stringify(jestConfig(process.cwd()))];
const child = spawn(process.execPath, [...flags, jest, ...config, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
