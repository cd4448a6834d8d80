/** Sequential requests in several concurrent lanes, until `stop` is called. */
export interface Load {
  /** Waits for `count` more requests with this outcome. Throws when a request fails. */
  until(outcome: string, count: number): Promise<void>;
  /** Waits for the running requests. Throws when a request failed. */
  stop(): Promise<void>;
}

interface Wait {
  outcome: string;
  left: number;
  resolve: () => void;
}

/** Sends requests in this many lanes. `send` returns the outcome of a request. */
export function startLoad(lanes: number, send: (lane: number) => Promise<string>): Load {
  const state = { stopped: false };
  const waits: Wait[] = [];
  const recordOutcome = (outcome: string) => {
    for (const wait of waits) {
      if (wait.outcome !== outcome) continue;
      wait.left -= 1;
      if (wait.left === 0) wait.resolve();
    }
  };
  const run = async (lane: number) => {
    while (!state.stopped) recordOutcome(await send(lane));
  };
  const ended = Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  // The next call of `until` or `stop` rejects with the failure.
  ended.catch(() => (state.stopped = true));
  return {
    until: async (outcome, count) => {
      const reached = new Promise<void>((resolve) => waits.push({ outcome, left: count, resolve }));
      await Promise.race([reached, ended]);
    },
    stop: async () => {
      state.stopped = true;
      await ended;
    },
  };
}
