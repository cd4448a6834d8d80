/** Waits that can be ended early. */
export interface Alarm {
  /** Resolves after so many milliseconds, when the network is back, or when it is rung. */
  wait: (ms: number) => Promise<void>;
  ring: () => void;
}

export function newAlarm(): Alarm {
  let end = () => {};
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end(), ms);
        end = () => {
          clearTimeout(timer);
          window.removeEventListener('online', end);
          resolve();
        };
        window.addEventListener('online', end);
      }),
    ring: () => end(),
  };
}
