interface Server {
  close(): Promise<void>;
}

let server: Server | undefined;

/** Keeps the server of a test run between its setup and its teardown. */
export function setServer(running: Server): void {
  server = running;
}

export async function closeServer(): Promise<void> {
  await server?.close();
}
