import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

const property = (object, names, message) =>
  names.map((name) => ({ object, property: name, message }))

/** A test that is switched off tells nothing. */
const switchedOff = ['it', 'test', 'describe'].flatMap((object) =>
  property(object, ['only', 'skip', 'todo'], 'It switches tests off: use skipIf with a reason.'),
)
const IN_SCRIPTS = 'The command line and the environment belong to scripts/: take an argument.'
const environment = property('process', ['argv', 'env', 'exit', 'exitCode'], IN_SCRIPTS)
const CLOCK = 'Only mocks/clock.ts knows the time: take a clock as an argument.'
const timers = ['setTimeout', 'setInterval', 'performance']

export default defineConfig(
  // The compiler checks docs/shop in scripts/packaged/docs-types.test.ts.
  { ignores: ['build/', 'dist/', 'docs/', 'generated/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-properties': ['error', ...switchedOff, ...environment],
    },
  },
  {
    files: ['conformance/report/reporters/html/{page,compare}.js'],
    languageOptions: {
      globals: Object.fromEntries(
        // The last two are of page.js, which compare.js follows.
        ['document', 'location', 'navigator', 'getSelection', 'addEventListener']
          .concat(['HTMLDetailsElement', 'HTMLInputElement'])
          .concat(['atob', 'Blob', 'DecompressionStream', 'Response', 'all', 'add'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['conformance/report/reporters/html/page.js'],
    languageOptions: { globals: { all: 'off', add: 'off' } },
  },
  {
    files: ['scripts/packages/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'Buffer', 'AbortSignal', 'Request'].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['mocks/**/*.ts'],
    // The page of the console runs in a browser, in real time.
    ignores: [
      ...['mocks/clock.ts', 'mocks/real-time*.ts'],
      ...['mocks/console/page/**', '**/*.test.ts'],
    ],
    rules: {
      'no-restricted-globals': ['error', ...timers.map((name) => ({ name, message: CLOCK }))],
      'no-restricted-imports': [
        'error',
        ...['node:timers', 'node:timers/promises', 'node:perf_hooks'].map((name) => ({
          ...{ name, importNames: timers, message: CLOCK },
        })),
      ],
      'no-restricted-syntax': [
        'error',
        ...[
          'NewExpression[callee.name=Date][arguments.length=0]',
          'MemberExpression[object.name=Date][property.name=now]',
          `MemberExpression[object.name=globalThis][property.name=/^(${timers.join('|')})$/]`,
        ].map((selector) => ({ selector, message: CLOCK })),
      ],
    },
  },
  {
    files: [
      ...['scripts/**/*.ts', '**/*.{test,campaign}.ts', 'mocks/kv/redis/*.ts', '*.config.ts'],
      'mocks/console/page-testing.ts',
    ],
    rules: { 'no-console': 'off', 'no-restricted-properties': ['error', ...switchedOff] },
  },
)
