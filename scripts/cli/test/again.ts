// With which options one scenario is judged again as in this run: those that were given, as they were,
// but for what selects scenarios and for tokens, which come from the environment.

import type { CommandOptions } from '../../../conformance/core/options.js'
import type { options, TestValues } from './options.js'

const REPEATED: readonly (keyof typeof options)[] = [
  ...(['kv-url', 'queue-url', 'dialect', 'sink-listen', 'sink-url', 'provider'] as const),
  ...(['dedicated-account', 'kv-max-request-size', 'time', 'max-wait', 'timeout'] as const),
]

export const againOf = (values: TestValues): CommandOptions =>
  Object.fromEntries(REPEATED.map((name) => [name, values[name] as string | boolean | undefined]))
