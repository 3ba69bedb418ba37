// Tests of usage errors that a run reports before it sends requests.

import { verb } from '../test.js'
import { refuses } from '../testing.js'

const KV = '--kv-url http://127.0.0.1:1 --kv-token a-token'

refuses('test', verb.run, [
  ['--kv-uri x', /--kv-uri/],
  ['kv.nothing.*', /"kv\.nothing\.\*" matches no scenario/],
  ['--kv-url http://127.0.0.1:1', /needs --kv-token/],
  ['--kv-url nowhere --kv-token a-token', /"nowhere" is no URL/],
  ['--kv-url http://u:SECRET@127.0.0.1:1 --kv-token t', /^(?!.*SECRET).*URL without user/],
  ['--sink-url nonsense', /--sink-url "nonsense" is no/],
  ['--timeout 99999999999', /1 to 2147483647/],
  [
    '--timeout 5d',
    /--timeout takes milliseconds or a time such as 5s, from 1 to 2147483647 ms, not "5d"/,
  ],
  ['--max-wait 2147484s', /--max-wait takes seconds or a time such as 5s, from 0 to 2147483 s/],
  [
    '--url http://127.0.0.1',
    /no option --url \(did you mean --kv-url, --queue-url or --sink-url\?\)/,
  ],
  ['kv.pipelin.*', /"kv.pipelin.\*" matches no scenario \(did you mean kv.pipeline.\*\?\)/],
  [`queue.* ${KV}`, /"queue\.\*" matches no scenario of kv, the only interface given/],
  ['--known-failing /nowhere/list', /\/nowhere\/list: ENOENT/],
  ['--report pdf=x', /--report takes/],
  ['--report json=r.out --report html=./r.out', /\.\/r\.out would be written twice/],
  ['--report json=r.out --write-known-failing r.out', /r\.out would be written twice/],
  ['--report json=-', /cannot write -: standard output is for the text of the run/],
  ['--shard 3/2', /--shard takes I\/N/],
  ['--verbose --quiet', /exclude each other/],
])
