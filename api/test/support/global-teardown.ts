interface Server {
  close(): Promise<void>;
}

let server: Server | undefined;

/** Closes a server after the test run. */
export function closeAfterRun(running: Server): void {
  server = running;
}

export default async function globalTeardown(): Promise<void> {
  await server?.close();
  delete process.env.TEST_SERVER_URL;
}
