// A list with filters has exactly the elements that each of the filters selects, in the order of the
// whole list, on pages of any size. What a filter selects is read from the elements; what a date selects,
// from a list with this date alone, because it is open which time of an element counts.

import type { RuleId } from '#generated/rules.js'
import { dimension, sizes, type Value } from '../../core/law.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { differs, lacks } from '../../core/matchers.js'
import { once } from '../../core/once.js'
import { messageIdOf, type Item } from '../fixtures/elements.js'
import { failedEach } from '../fixtures/failed-runs.js'
import { listing, type Listing } from '../fixtures/listed.js'
import { inside, text } from '../fixtures/members.js'
import { ENTRIES, EVENTS, RUNS, type Query } from '../fixtures/pages.js'
import type { QueueWorld } from '../fixtures/world.js'
import { law } from './law.js'

/** A filter: its value for an element, and that value of each element that it selects. */
interface Filter extends Value {
  readonly of: (item: Item, labels: Labels) => unknown
}

/** The labels of runs, by run id. No list shows them. */
type Labels = ReadonlyMap<unknown, string>

const byName = (name: string) => (item: Item) => item[name]

/** The names of a date in the three lists. */
const dateOf = (item: Item) => item['workflowRunCreatedAt'] ?? item['time'] ?? item['createdAt']

const filters = {
  'no filter': { of: () => undefined },
  workflowRunId: { of: byName('workflowRunId') },
  workflowCreatedAt: {
    of: (item: Item) => item['workflowRunCreatedAt'] ?? item['workflowCreatedAt'],
  },
  responseStatus: { of: byName('responseStatus') },
  callerIP: { of: byName('callerIP') },
  failureCallbackState: {
    of: ({ failureCallbackInfo: info }: Item) => (info as Item | undefined)?.['state'],
  },
  label: { of: ({ workflowRunId }: Item, labels: Labels) => labels.get(workflowRunId) },
  state: { of: (item: Item) => item['workflowState'] ?? item['state'] },
  messageId: { of: messageIdOf },
  fromDate: { of: dateOf },
  toDate: { of: dateOf },
} satisfies Record<string, Filter>

type Name = keyof typeof filters

const names = Object.keys(filters) as Name[]

interface List extends Value {
  readonly path: string
  readonly heading: string
  readonly filters: readonly Name[]
}

const common = ['no filter', 'workflowRunId', 'fromDate', 'toDate'] as const

const list = dimension<List>('', {
  'in the DLQ list': {
    ...{ path: ENTRIES, heading: 'dlq' },
    filters: [...common, 'responseStatus', 'callerIP', 'failureCallbackState', 'label'],
  },
  'in the run list': {
    ...{ path: RUNS, heading: 'runs' },
    filters: [...common, 'workflowCreatedAt', 'state', 'label'],
  },
  'in the message logs': {
    ...{ path: EVENTS, heading: 'message-logs' },
    filters: [...common, 'workflowCreatedAt', 'state', 'messageId'],
  },
})

const filter = dimension<Filter>('the filter', filters)

const count = sizes<Value & { readonly count: number }>('elements a page', [10, 3, 2], (count) => ({
  count,
}))

/** The element whose values the filters have. */
const like = dimension<Value & { readonly at: number }>('', {
  'like the middle element': { at: 0.5 },
  'like the first element': { at: 0 },
  'like the last element': { at: 1 },
})

const ruleOf = (heading: string, name: Name): RuleId => {
  const own = name === 'state' && heading === 'message-logs' ? 'messageState' : name
  const words = own.replace(/IP$/, 'Ip').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `queue.${heading}.filter-${words}` as RuleId
}

const lists = Object.entries(list.values)

export const listsByFilters = law({
  id: 'exactly-the-selected',
  title: 'a list has what its filters select',
  over: { list, first: filter, second: filter, count, like },
  three: ['list', 'first', 'second'],
  never: [
    ...lists.flatMap(([name, own]) =>
      ['first', 'second'].map((place) => ({
        list: name,
        [place]: names.filter((each) => !own.filters.includes(each)),
      })),
    ),
    // The order of the two filters does not matter.
    ...names.map((name, index) => ({ first: name, second: names.slice(1, index + 1) })),
    { first: 'no filter', second: names.slice(1) },
  ],
  rules: lists.flatMap(([name, own]) =>
    (['second', 'first'] as const).flatMap((place) =>
      own.filters
        .filter((each) => each !== 'no filter')
        .map((each) => [{ list: name, [place]: each }, ruleOf(own.heading, each)] as const),
    ),
  ),
  otherwise: 'queue.pagination.cursor-continues',
  needs: ['runs'],
  async check(world, { list, count, like }, choice) {
    const history = await historyOf(world)
    const whole = await history.whole(list.path)
    const example = whole.items[Math.round(like.at * (whole.items.length - 1))]!
    const wanted = [choice['first'], choice['second']]
      .map((name) => name as Name)
      .filter((name) => name !== 'no filter')
    const values = wanted.map((name) => [name, filters[name].of(example, history.labels)] as const)
    const query = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Query
    const selected = await Promise.all(
      Object.entries(query).map(([name, value]) =>
        history.selected(list.path, name as Name, value),
      ),
    )
    const fits = whole.items.filter((item) => selected.every((keys) => keys.has(keyOf(item))))
    const paged = await listing(world, list.path, {
      ...history.own,
      ...query,
      ...(count.count < 10 && { count: count.count }),
    })
    must(paged, inOrder(fits))
  },
})

const keyOf = ({ dlqId, ...rest }: Item): string =>
  typeof dlqId === 'string' ? dlqId : JSON.stringify(rest)

/** Matches a list of exactly these elements. */
const inOrder =
  (wanted: readonly Item[]): Matcher<Listing> =>
  ({ items }) => {
    const [want, got] = [wanted.map(keyOf), items.map(keyOf)]
    return want.join() === got.join() ? undefined : differs('a list of', want, got)
  }

/** Matches entries with two states of callbacks in turn. */
const ofTwoStates: Matcher<Listing> = ({ items }) => {
  const states = items.map((item) => filters.failureCallbackState.of(item))
  const [first, second] = states
  return first !== second && states.every((state, n) => state === [first, second][n % 2])
    ? undefined
    : lacks('two states of callbacks in turn', states)
}

/** The failed runs that all cases list, made once in a test run. */
interface History {
  readonly own: Query
  readonly labels: Labels
  /** Reads a whole list. */
  whole(path: string): Promise<Listing>
  /** Returns the keys of the elements that a filter selects. */
  selected(path: string, name: Name, value: string | number): Promise<ReadonlySet<string>>
}

const known = new WeakMap<QueueWorld['shared'], Map<string, Promise<History>>>()

function historyOf(world: QueueWorld): Promise<History> {
  const own = known.get(world.shared) ?? new Map<string, Promise<History>>()
  known.set(world.shared, own)
  return once(own, 'history', async () => madeBy(world))
}

async function madeBy(world: QueueWorld): Promise<History> {
  const callbacks = [200, 500].map((status) => world.inbox(() => ({ status })))
  const wanted = Array.from({ length: 6 }, (_, index) => ({
    runId: `${world.id}-${'abcdef'[index]}`,
    answer: { status: 500 + (index % 3) },
    settings: {
      Label: `${world.id}-label-${index % 2}`,
      'Failure-Callback': callbacks[index % 2]!.url,
      'Failure-Callback-Retries': '0',
    },
  }))
  const labels = new Map(wanted.map(({ runId, settings }) => [runId, settings.Label]))
  const isOver = inside('failureCallbackInfo', text('state'))
  const making: QueueWorld = {
    ...world,
    workflow: (steps, options) => world.lastingWorkflow(steps, { ...options, query: 'a=1&b=%2F' }),
  }
  const { runs } = await failedEach(making, wanted, isOver)
  const own = { workflowUrl: runs[0]!.application.url }
  for (const { delivery } of callbacks) await delivery(wanted.length / 2)
  // The states of callbacks change until then. If they never do, other cases show it.
  await world.eventually(async () => listing(world, ENTRIES, own), ofTwoStates)
  const wholes = new Map<string, Promise<Listing>>()
  const selections = new Map<string, Promise<ReadonlySet<string>>>()
  const whole = (path: string) =>
    once(wholes, path, async () => {
      const all: Matcher<Listing> = ({ items }) =>
        new Set(items.map(byName('workflowRunId'))).size >= wanted.length
          ? undefined
          : differs('runs', wanted.length, items)
      return given(await listing(world, path, own, all), all)
    })
  return {
    ...{ own, labels, whole },
    selected: (path, name, value) =>
      once(selections, [path, name, value].join(), async () => {
        if (name !== 'fromDate' && name !== 'toDate') {
          const { items } = await whole(path)
          return new Set(
            items.filter((each) => filters[name].of(each, labels) === value).map(keyOf),
          )
        }
        const { items } = given(await listing(world, path, { ...own, [name]: value }))
        return new Set(items.map(keyOf))
      }),
  }
}
