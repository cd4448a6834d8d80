/** Requests that are sent one after the other in several lanes until somebody stops them. */
export interface Load {
  /** Waits for so many more requests to end so. Throws when a request fails. */
  until(outcome: string, count: number): Promise<void>;
  /** Lets the requests under way end. Throws when a request failed. */
  stop(): Promise<void>;
}

interface Wait {
  outcome: string;
  left: number;
  resolve: () => void;
}

/** Sends requests in so many lanes; each request answers how it ended. */
export function startLoad(lanes: number, send: (lane: number) => Promise<string>): Load {
  const state = { stopped: false };
  const waits: Wait[] = [];
  const note = (outcome: string) => {
    for (const wait of waits) {
      if (wait.outcome !== outcome) continue;
      wait.left -= 1;
      if (wait.left === 0) wait.resolve();
    }
  };
  const run = async (lane: number) => {
    while (!state.stopped) note(await send(lane));
  };
  const ended = Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  // A failure is told to whoever waits next.
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
