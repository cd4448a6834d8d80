/** Shifts the clock of the process by `CLOCK_SHIFT_MS`, as a wrong system clock does. Timers are not affected. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const SystemDate = Date;
const now = (): number => SystemDate.now() + shiftMs;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, parameters: unknown[]) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, target),
  apply: () => new SystemDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
