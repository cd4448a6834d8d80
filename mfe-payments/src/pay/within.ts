/** The promise's value, if it comes within so many milliseconds. Rejects as the promise does, or when time is up. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
