// Groups faults by the harm that they do to an application.

/** Each meaning completes "No test fails if …". The worst comes first. */
const meanings: readonly (readonly [meaning: string, rules: RegExp])[] = [
  [
    'a message is lost, repeated or not retried',
    /^queue\.(retries|deduplication|publish\.(delivers|to-)|group\.fans)/,
  ],
  [
    'a message comes at the wrong time or too many come at once',
    /^queue\.(delay|retry-delay|timeout|flow-control)/,
  ],
  [
    'a message has another body, method, header or destination',
    /^queue\.(publish\.(body|content|method)|publish\.destination|forward|webhook|group\.default)/,
  ],
  ['a callback is missing or wrong', /^queue\.(callback|failure-callback)/],
  ['an event does not reach its waiting run', /^queue\.(notify|waiter)/],
  ['a failed message is not kept or shown right', /^queue\.dlq/],
  ['a failed run is not restarted or resumed right', /^queue\.(restart|resume|bulk)/],
  ['a list, a log or a state is wrong', /^queue\.(states|runs|message-logs|pagination|resources)/],
  ['the response to a publish is wrong', /^queue\.(publish|group)/],
  ['a batch of commands loses its order or its atomicity', /^kv\.(pipeline|transaction)/],
  ['an error is hidden or changed', /^kv\.(errors|envelope\.error)/],
  ['a value comes back changed', /^kv\.(base64|utf8|response-format|envelope)/],
  ['a channel loses or changes its messages', /^kv\.(publish|subscribe|monitor|events)/],
  ['a limit is not kept', /^kv\.limits/],
  ['a token opens too much or too little', /authentication/],
  ['a command is not run as it was sent', /^kv\./],
  ['the queue differs in another way', /^/],
]

/** Rules about what is shown later of a message or a run. Most bugs of deliveries break some of them too. */
const shownLater = /^queue\.(dlq|restart|resume|bulk|states|runs|message-logs|pagination|resources)/

/** Returns the meaning of a fault with these rules: that of its first rule, rather of a delivery. */
export function meaningOf(rules: readonly string[]): string {
  const rule = rules.find((each) => !shownLater.test(each)) ?? rules[0] ?? ''
  return meanings.find(([, pattern]) => pattern.test(rule))![0]
}

/** Returns the place of a meaning: the worst comes first. */
export const placeOf = (meaning: string): number => meanings.findIndex(([each]) => each === meaning)
