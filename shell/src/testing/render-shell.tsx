import type { ReactNode } from 'react';
import { renderInShell, type Shell, type ShellOptions } from '@dps/ui/testing';
import { callsMiddleware } from '../store.tsx';
import { sessionMiddleware } from '../session/session-middleware.ts';
import { startSession } from '../session/shell-session.ts';

/**
 * Renders a part of the shell as `renderInShell` does, with the session of the shell.
 *
 * An unknown session is checked at once.
 */
export function renderShell(part: ReactNode, options: ShellOptions = {}): Shell {
  const session = startSession(() => Promise.resolve());
  const shell = renderInShell(part, { middleware: [sessionMiddleware, callsMiddleware], ...options });
  if (options.sessionKnown === false) void session.check();
  return shell;
}
