const SUPPORTED = 24;

/** Ends a command with advice, if this is an unsupported version of Node. Each command of the packages calls it first. */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= SUPPORTED) return;
  process.stderr.write(
    `This command needs Node ${SUPPORTED} or later, and ${process.execPath} is Node ${node}.
Install it from https://nodejs.org, or with a version manager: nvm install ${SUPPORTED}
`,
  );
  process.exit(1);
}
