// The options of `mutate`.

import { configOption, type Values } from '../verb.js'

export const options = {
  jobs: { value: 'N', about: 'runs of the command side by side (the number of cores)' },
  max: { value: 'N', about: 'test only N faults, drawn by the seed (all)' },
  seed: { value: 'N', about: 'order of the faults, and the draw of --max (1)' },
  only: {
    value: 'PATTERN',
    multiple: true,
    about: 'test only these faults, by their ids or rules; repeatable',
  },
  changed: {
    value: 'FILE',
    about: 'test only faults not yet noticed in this JSON report',
  },
  'min-score': { value: 'N', about: 'exit with 1 if the score is below N percent' },
  timeout: { value: 'SECONDS', about: 'time for each run (3 times the correct run, and 10 s)' },
  dialect: { value: 'svc|upstash|FILE', about: 'header names and defaults of the mock (svc)' },
  clock: { value: 'real|virtual', about: 'clock of the mock for the command (real)' },
  json: { about: 'print the JSON report' },
  report: {
    value: 'NAME=FILE',
    multiple: true,
    about: 'write a report: json, html or markdown; repeatable',
  },
  ...configOption,
} as const

export type MutateValues = Values<typeof options>
