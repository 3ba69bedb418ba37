// The benchmarks measure the cost of the mock as ratios to other programs in the same run, because
// ratios are comparable between machines. They print results and assert nothing.

import { delivery } from './bench/delivery.js'
import { durable } from './bench/durable.js'
import { large } from './bench/large.js'
import { outside } from './bench/outside.js'
import { peers } from './bench/peers.js'
import { startUp } from './bench/start-up.js'
import { suite } from './bench/suite.js'

const parts: Readonly<Record<string, () => Promise<void>>> = {
  'start-up': startUp,
  peers,
  large,
  outside,
  delivery,
  durable,
  suite,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}: use ${Object.keys(parts).join(', ')}`)
  process.exitCode = 2
} else {
  console.log(`node ${process.version}`)
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await part()
  }
}
