import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

export default defineConfig(
  { ignores: ['dist/', 'generated/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
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
    },
  },
  {
    files: ['conformance/report/reporters/html/page.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['document', 'location', 'navigator', 'getSelection', 'addEventListener']
          .concat(['HTMLDetailsElement', 'HTMLInputElement'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['scripts/**/*.ts', 'conformance/selftest/*.campaign.ts'],
    rules: { 'no-console': 'off' },
  },
)
