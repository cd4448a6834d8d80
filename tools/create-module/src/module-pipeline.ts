import type { ModulePlan } from './module-plan.ts';

/** The variables that the release command reads, as secrets of the repository. */
const SECRETS = [
  'RELEASE_STORE',
  'RELEASE_PRIVATE_KEY',
  'RELEASE_PUBLIC_KEYS',
  'RELEASE_SERVED_BY',
  'RELEASE_METRICS',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/**
 * Returns the pipeline of a module in a repository of its own, for GitHub Actions: tests and build for each push, and on
 * `main` the release of each new version. The first one is active at once, because a canary needs a stable release to compare
 * with. Each later one is a watched canary before its promotion.
 */
export const pipeline = ({ name }: ModulePlan): string => `name: release
on: push
permissions:
  contents: read
# A canary and its watch end before the next one starts.
concurrency: release-\${{ github.ref }}
jobs:
  release:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    env:
${SECRETS.map((secret) => `      ${secret}: \${{ secrets.${secret} }}`).join('\n')}
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 2
          persist-credentials: false
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm test
      - run: npm run typecheck
      - run: npm run build
      - name: Is it a new version?
        id: version
        run: |
          before=$(git show HEAD~1:package.json | node -p "JSON.parse(fs.readFileSync(0)).version" || true)
          after=$(node -p "JSON.parse(fs.readFileSync('package.json')).version")
          if [ "$before" != "$after" ]; then echo "new=$after" >> "$GITHUB_OUTPUT"; fi
      - name: Publish it, and watch the canary of a later version
        if: github.ref == 'refs/heads/main' && steps.version.outputs.new
        env:
          VERSION: \${{ steps.version.outputs.new }}
        run: |
          npx playwright install --with-deps chromium
          npx dps-release publish .
          stable=$(npx dps-release status --json | node -p "JSON.parse(fs.readFileSync(0)).registry.modules.find((each) => each.name === '${name}').stable")
          if [ "$stable" = "$VERSION" ]; then exit; fi
          npx dps-release canary ${name} "$VERSION" --percent 5 --watch 30m
          npx dps-release promote ${name}
`;
