interface Server {
  close(): Promise<void>;
}

let server: Server | undefined;

/** Stores the server of a test run for the teardown. */
export function setServer(running: Server): void {
  server = running;
}

export async function closeServer(): Promise<void> {
  await server?.close();
}
