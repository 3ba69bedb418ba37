// A list with filters has exactly the elements that each of the filters selects, in the order of the
// whole list, on pages of any size. What a filter selects is read from the elements; what a date selects,
// from a list with this date alone, because it is open which time of an element counts.

import type { RuleId } from '#generated/rules.js'
import { dimension, type Value } from '../../core/law.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { differs, lacks, refused } from '../../core/matchers.js'
import { once } from '../../core/once.js'
import { seconds } from '../../core/time.js'
import { messageIdOf, type Item } from '../fixtures/elements.js'
import { failedEach } from '../fixtures/failed-runs.js'
import { isAbsent } from '../../wire/exchange.js'
import { completedRun } from '../fixtures/runs.js'
import { listing, type Listing } from '../fixtures/listed.js'
import { inside, text } from '../fixtures/members.js'
import { ENTRIES, EVENTS, page, RUNS, type Query } from '../fixtures/pages.js'
import type { QueueWorld } from '../fixtures/world.js'
import { law } from './law.js'

/** A filter: its value for an element, and that value of each element that it selects. */
interface Filter extends Value {
  readonly of: (item: Item, labels: Labels) => unknown
  /** A value that selects no element of the history. */
  readonly absent?: string | number
}

/** The labels of runs, by run id. No list shows them. */
type Labels = ReadonlyMap<unknown, string>

const byName = (name: string) => (item: Item) => item[name]

/** The names of a date in the three lists. */
const dateOf = (item: Item) => item['workflowRunCreatedAt'] ?? item['time'] ?? item['createdAt']

const filters = {
  'no filter': { of: () => undefined },
  workflowRunId: { of: byName('workflowRunId'), absent: 'svc-contract-absent' },
  workflowCreatedAt: {
    of: (item: Item) => item['workflowRunCreatedAt'] ?? item['workflowCreatedAt'],
  },
  responseStatus: { of: byName('responseStatus'), absent: 599 },
  callerIP: { of: byName('callerIP'), absent: '192.0.2.1' },
  failureCallbackState: {
    of: ({ failureCallbackInfo: info }: Item) => (info as Item | undefined)?.['state'],
  },
  label: {
    of: ({ workflowRunId }: Item, labels: Labels) => labels.get(workflowRunId),
    absent: 'svc-contract-absent',
  },
  state: { of: (item: Item) => item['workflowState'] ?? item['state'], absent: 'RUN_CANCELED' },
  messageId: { of: messageIdOf, absent: 'msg_svc-contract-absent' },
  fromDate: { of: dateOf },
  toDate: { of: dateOf },
} satisfies Record<string, Filter>

type Name = keyof typeof filters

interface List {
  readonly path: string
  readonly heading: 'dlq' | 'runs' | 'message-logs'
  readonly title: string
  readonly filters: readonly Name[]
}

const common = ['no filter', 'workflowRunId', 'fromDate', 'toDate'] as const

const lists: readonly List[] = [
  {
    ...{ path: ENTRIES, heading: 'dlq', title: 'the DLQ list has what its filters select' },
    filters: [...common, 'responseStatus', 'callerIP', 'failureCallbackState', 'label'],
  },
  {
    ...{ path: RUNS, heading: 'runs', title: 'the run list has what its filters select' },
    filters: [...common, 'workflowCreatedAt', 'state', 'label'],
  },
  {
    ...{ path: EVENTS, heading: 'message-logs', title: 'the log has what its filters select' },
    filters: [...common, 'workflowCreatedAt', 'state', 'messageId'],
  },
]

const pages = dimension<Value & { readonly count?: number }>('', {
  'on pages of the usual size': {},
  'on pages of 3': { count: 3 },
  'on pages of 1': { count: 1 },
})

/** The element whose values the filters have, of those with such values. */
const like = dimension<Value & { readonly at?: number }>('', {
  'like the middle element': { at: 0.5 },
  'like the first element': { at: 0 },
  'like the last element': { at: 1 },
  'like another element': { at: 0.3 },
  // The last filter selects nothing.
  'like no element': {},
})

/** Filters whose values hardly any other elements have than those of the history. */
const own: readonly string[] = ['workflowRunId', 'workflowCreatedAt', 'label', 'messageId']

/** Filters that select few elements. */
const few: readonly string[] = [...own, 'state']

const within = dimension<Value & { readonly ofAll?: true }>('', {
  'of the URL': {},
  'of all URLs': { ofAll: true },
})

const ruleOf = (heading: string, name: Name): RuleId => {
  const own = name === 'state' && heading === 'message-logs' ? 'messageState' : name
  const words = own.replace(/IP$/, 'Ip').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `queue.${heading}.filter-${words}` as RuleId
}

const absentOf = (name: string) => (filters[name as Name] as Filter).absent

export const listsByFilters = lists.flatMap(({ path, heading, title, filters: names }) => {
  const filter = dimension<Filter>(
    'the filter',
    Object.fromEntries(names.map((name) => [name, filters[name]])),
  )
  return law({
    ...{ id: 'exactly-the-selected', title },
    over: { first: filter, second: filter, pages, like, within },
    three: ['first', 'pages', 'like'],
    never: [
      // The order of the two filters does not matter.
      ...names.map((name, index) => ({ first: name, second: names.slice(1, index + 1) })),
      { first: 'no filter', second: names.slice(1) },
      { like: 'like no element', first: 'no filter' },
      {
        like: 'like no element',
        second: names.filter((name) => name !== 'no filter' && absentOf(name) === undefined),
      },
      {
        ...{ like: 'like no element', second: 'no filter' },
        first: names.filter((name) => absentOf(name) === undefined),
      },
      // Many pages of one element, or of elements of others, say no more.
      {
        pages: 'on pages of 1',
        first: names.filter((name) => !few.includes(name)),
        second: names.filter((name) => !few.includes(name)),
      },
      // New elements of others may shift pages.
      { within: 'of all URLs', pages: ['on pages of 3', 'on pages of 1'] },
      {
        within: 'of all URLs',
        first: names.filter((name) => !own.includes(name)),
        second: names.filter((name) => !own.includes(name)),
      },
    ],
    rules: [
      [{ pages: '*' }, `queue.${heading}.filter-cursor`] as const,
      ...names
        .slice(1)
        .flatMap((first) =>
          names
            .slice(1)
            .map(
              (second) =>
                [{ first, second }, ruleOf(heading, first), ruleOf(heading, second)] as const,
            ),
        ),
      ...(['second', 'first'] as const).flatMap((place) =>
        names.slice(1).map((each) => [{ [place]: each }, ruleOf(heading, each)] as const),
      ),
    ],
    otherwise: `queue.${heading}.filter-cursor`,
    needs: ['runs'],
    async check(world, { pages: { count }, like, within }, choice) {
      const history = await historyOf(world)
      const whole = await history.whole(world, path)
      const wanted = [choice['first'], choice['second']]
        .map((name) => name as Name)
        .filter((name) => name !== 'no filter')
      const valueOf = (name: Name, item: Item) => filters[name].of(item, history.labels)
      const examples = whole.items.filter((item) =>
        wanted.every((name) => !isAbsent(valueOf(name, item))),
      )
      const { at = 0.5 } = like
      const example = examples[Math.round(at * (examples.length - 1))]
      if (example === undefined) throw new NotApplicable('no element has values for these filters')
      const query = Object.fromEntries(
        wanted.map((name, index) => [
          name,
          like.at === undefined && index === wanted.length - 1
            ? absentOf(name)
            : valueOf(name, example),
        ]),
      ) as Query
      const selected = await Promise.all(
        Object.entries(query).map(([name, value]) =>
          history.selected(world, path, name as Name, value),
        ),
      )
      const fits = whole.items.filter((item) => selected.every((keys) => keys.has(keyOf(item))))
      const paged = await listing(world, path, {
        ...(within.ofAll ? {} : history.own),
        ...query,
        ...(count !== undefined && { count }),
      })
      // It is open if a list can be filtered by the state of a callback that failed.
      if (paged.failure !== undefined && 'failureCallbackState' in query)
        if (refused()(await page(world, path, query)) === undefined)
          throw new NotApplicable('the target refuses this state of a callback')
      const isOwn = ({ workflowUrl }: Item) => workflowUrl === history.own['workflowUrl']
      // The values of some filters show in the elements of other runs. A date may select any of them.
      const isSelected = (item: Item) =>
        Object.entries(query).every(
          ([name, value]) =>
            isDate(name) || [undefined, value].includes(valueOf(name as Name, item) as string),
        )
      const rest = paged.items.filter((item) => !isOwn(item) && !isSelected(item))
      must({ ...paged, items: [...paged.items.filter(isOwn), ...rest] }, inOrder(fits))
    },
  })
})

const isDate = (name: string) => name === 'fromDate' || name === 'toDate'

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
  whole(world: QueueWorld, path: string): Promise<Listing>
  /** Returns the keys of the elements that a filter selects. */
  selected(
    world: QueueWorld,
    path: string,
    name: Name,
    value: string | number,
  ): Promise<ReadonlySet<string>>
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
    runId: `${world.id}-${'AbAdAf'[index]}`,
    pause: index % 2 === 0 ? 0 : seconds(1),
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
  const { application } = runs[0]!
  application.mend()
  for (let index = 0; index < 4; index++) {
    const settings = { Label: `${world.id}-label-${index % 2}` }
    const { runId } = await completedRun(making, { application, settings })
    labels.set(runId, settings.Label)
  }
  const own = { workflowUrl: application.url }
  for (const { delivery } of callbacks) await delivery(wanted.length / 2)
  // The states of callbacks change until then. If they never do, other cases show it.
  await world.eventually(async () => listing(world, ENTRIES, own), ofTwoStates)
  const wholes = new Map<string, Promise<Listing>>()
  const selections = new Map<string, Promise<ReadonlySet<string>>>()
  const whole = (world: QueueWorld, path: string) =>
    once(wholes, path, async () => {
      const all: Matcher<Listing> = ({ items }) =>
        [...(path === ENTRIES ? wanted.map(({ runId }) => runId) : labels.keys())].every((id) =>
          items.some(({ workflowRunId }) => workflowRunId === id),
        )
          ? undefined
          : differs('the runs of the history', labels.size, items)
      return given(await listing(world, path, own, all), all)
    })
  return {
    ...{ own, labels, whole },
    selected: (world, path, name, value) =>
      once(selections, [path, name, value].join(), async () => {
        if (!isDate(name)) {
          const { items } = await whole(world, path)
          return new Set(
            items.filter((each) => filters[name].of(each, labels) === value).map(keyOf),
          )
        }
        const { items } = given(await listing(world, path, { ...own, [name]: value }))
        return new Set(items.map(keyOf))
      }),
  }
}
