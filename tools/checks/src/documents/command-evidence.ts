import type { Evidence } from './command-faults.ts';

const GUIDE = 'e2e/platform/guide.spec.ts#readGuide';
const OWN = 'e2e/platform/own-repository.spec.ts#own-repository.md';

/** The test of each documented command, or the reason why no test runs it. A documented command starts with an entry. */
export const COMMAND_EVIDENCE: readonly Evidence[] = [
  { command: 'npm start', test: 'tools/local-stack/test/bootstrap.spec.ts#bootstrap.mjs' },
  { command: 'npm test', untested: 'it runs the tests' },
  { command: 'npm run verify', untested: 'it runs tests' },
  { command: 'npx nx affected', untested: 'a command of Nx' },
  { command: 'npm install', untested: 'a command of npm' },
  { command: 'npm ci', test: 'tools/local-stack/test/bootstrap.spec.ts#ci' },
  { command: 'npm pkg set', test: GUIDE },
  { command: 'npm run sbom', untested: 'a command of npm, which reads the lock file' },
  { command: 'npm run create-module', test: GUIDE },
  { command: 'npm run release', test: GUIDE },
  { command: 'npm run pack', test: 'e2e/support/own-repository-environment.ts#pack(ROOT' },
  { command: 'npm exec', test: OWN },
  {
    command: 'npm create',
    untested: 'it requires a registry with the packages; the test runs npm exec with files',
  },
  { command: 'npm run typecheck', test: OWN },
  { command: 'npx dps-release', test: OWN },
  { command: 'npx playwright install', untested: 'it downloads a browser' },
  { command: 'npm run build', test: 'project.json#"target": "build"' },
  { command: 'npm run dev', test: 'e2e/support/dev-environment.ts#dps-dev.mjs' },
  { command: 'npm run openapi -w @dps/api', test: 'project.json#check-openapi' },
  { command: 'npm run fuzz -w @dps/api', test: 'api/test/fuzz/fuzz.spec.ts#FUZZ_REQUESTS' },
  { command: 'npm run stress -w @dps/api', test: 'api/test/processes/accept.spec.ts#accept-race.ts' },
  {
    command: 'npm run payment-races -w @dps/api',
    test: 'api/test/processes/payment-race.spec.ts#payment-race.ts',
  },
  { command: 'npm run migrate -w @dps/api', test: 'api/test/support/api-process.ts#dist/cli/database.js' },
  { command: 'npm run admin -w @dps/api', test: 'api/test/processes/admin.spec.ts#--silent' },
  { command: 'npm run shares -w @dps/api', test: "api/test/processes/admin.spec.ts#run('shares'" },
  { command: 'npm run reports -w @dps/api', test: "api/test/processes/admin.spec.ts#run('reports'" },
  {
    command: 'npm run retry-dead-letters -w @dps/api',
    test: 'api/test/background-work.spec.ts#retryDeadLetters(',
  },
  { command: 'npm start -w @dps/api', test: 'api/test/support/api-process.ts#dist/main.js' },
  { command: 'node gateway/dist/main.js', test: 'gateway/test/support/process.ts#dist/main.js' },
  { command: 'node e2e/plain-module/release.mjs', test: "e2e/support/other-tool.ts#'release.mjs'" },
  { command: 'npm run keep-releases -w @dps/e2e', untested: 'it replaces a file of the repository' },
  { command: 'docker build', untested: 'it requires Docker, which no other check needs' },
  {
    command: 'docker compose -f deploy/compose.yaml',
    untested: 'it requires Docker, which no other check needs',
  },
  { command: 'npm run rehearsal', untested: 'it needs Debian packages and takes minutes' },
  { command: 'docker compose up -d --wait', untested: 'it requires Docker, which no other check needs' },
  { command: 'npm run bench', test: 'project.json#bench/main.ts --smallest' },
];
