// Selects a part of the scenarios, for the short versions of campaigns.

import { scenarios, type Scenario } from '../index.js'

/** Returns every `n`-th scenario. */
export const everyNth = (n: number): readonly Scenario[] =>
  scenarios.filter((_, index) => index % n === 0)
