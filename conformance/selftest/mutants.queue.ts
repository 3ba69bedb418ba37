// Wrong queue servers made of distortions and places.

import {
  attemptDistortions,
  differs,
  distorted,
  inAttempts,
  inLists,
  inSettings,
  listDistortions,
  settingDistortions,
} from '../../mocks/faults/queue/distortions.js'
import { queueFault } from '../../mocks/faults/queue/fault.js'
import { attemptsWhere, listsWhere, publishesWhere } from '../../mocks/faults/queue/where.js'
import type { Dimension } from '../core/law.js'
import type { Scenario } from '../core/scenario.js'
import { scenarios, type Verdict } from '../index.js'
import * as dimensions from '../queue/dimensions.js'
import { judgeQueue } from './judge.js'
import type { Judged, Mutant, Mutants, Place } from './mutants.js'

type Where<Seen> = Readonly<Record<string, Readonly<Record<string, (seen: Seen) => boolean>>>>

/** The distortions that show only at some places, because the contract leaves the others open. */
const mayShow: readonly (readonly [RegExp, (place: Place) => boolean])[] = [
  // The content of callbacks, and the protocol of runs.
  [
    /body|base64|json|line breaks|UTF-8|POST|Content-Type|text\/plain|\+ as/i,
    ({ dimension, value }) => !/callback$/.test(value) && dimension !== 'run',
  ],
  // The service chooses the type of a message without one.
  [/^drops the parameters/, ({ value }) => /parameters|parts/.test(value)],
  // A method may be given in any letters.
  [/^lower-cases method/, () => false],
  // The contract leaves open how a service normalises a URL.
  [/^decodes the path/, ({ dimension }) => dimension === 'destination'],
  // A time wins over a delay.
  [/ delay$/, ({ value }) => value !== 'a time'],
  // Only a rerun is documented to take a run id.
  [/workflow-runid$/, ({ dimension, value }) => dimension === 'rerun' && value !== 'by a publish'],
]

/** Called with a distortion that would change something at these places. */
type Meet = (distortion: string, places: readonly Place[]) => void

type Changed = Parameters<Parameters<typeof distorted>[0]>[0]
type Replaced = ReturnType<Parameters<typeof distorted>[0]>

/**
 * A kind of distortion, with its places. `shows` returns if a distortion changes what is seen, and undefined
 * if that is known only after the change.
 */
const kindOf = <Distortion extends { readonly breaks: RegExp }, Seen>(
  distortions: Readonly<Record<string, Distortion>>,
  where: Where<Seen>,
  replace: (distortion: Distortion, isMeant: (seen: Seen) => boolean, changed: Changed) => Replaced,
  shows: (distortion: Distortion, seen: Seen) => boolean | undefined = () => undefined,
) => {
  const places = Object.entries(where).flatMap(([dimension, values]) =>
    Object.keys(values).map((value) => ({ dimension, value })),
  )
  const isAt =
    (seen: Seen) =>
    ({ dimension, value }: Place): boolean =>
      where[dimension]![value]!(seen)
  return {
    distortions: Object.keys(distortions),
    fits: (name: string, of: readonly Place[]) =>
      mayShow.every(([distortion, fits]) => !distortion.test(name) || of.every(fits)),
    places,
    breaks: (name: string) => distortions[name]!.breaks,
    fault: (name: string, of: readonly Place[]) =>
      distorted((changed) => replace(distortions[name]!, (seen) => of.every(isAt(seen)), changed)),
    /** Reports what each distortion would change, and changes nothing. */
    observed: (meet: Meet) =>
      Object.entries(distortions).map(([name, distortion]) => () => {
        let at: readonly Place[] = []
        return replace(
          distortion,
          (seen) => {
            at = places.filter(isAt(seen))
            const isShown = shows(distortion, seen)
            if (isShown) meet(name, at)
            return isShown === undefined
          },
          (before, after) => {
            if (differs(before, after)) meet(name, at)
            return before
          },
        )
      }),
  }
}

const kinds = [
  kindOf(attemptDistortions, attemptsWhere, inAttempts),
  kindOf(settingDistortions, publishesWhere, inSettings),
  // Each change of a query doubles the requests, and all of them together would be too many.
  kindOf(listDistortions, listsWhere, inLists, ({ asked }, { query }) =>
    asked === undefined ? undefined : differs(query, asked(query)),
  ),
]

const kindWith = (distortion: string) =>
  kinds.find(({ distortions }) => distortions.includes(distortion))!

const tables = dimensions as unknown as Readonly<Record<string, Dimension>>

/** The rules of the values at whose place a server is wrong. */
const rulesOf = (places: readonly Place[]) =>
  places.flatMap(({ dimension, value }) => tables[dimension]?.values[value]?.rule ?? [])

/** The name of the law or of the scenario whose requests a scenario judges. */
const groupOf = ({ law, id }: Scenario): string => law?.id ?? id

const isOfLaw = ({ law }: Scenario): boolean => law !== undefined

/**
 * Returns what the laws and scenarios show: for each, the distortions that would change something on the
 * correct server, with the places.
 */
async function observe() {
  const groups = new Map(scenarios.map((each) => [each.id, groupOf(each)]))
  const found = new Map<string, { distortion: string; places: readonly Place[] }[]>()
  let met = new Map<string, { distortion: string; places: readonly Place[] }>()
  const meet: Meet = (distortion, places) =>
    void met.set(JSON.stringify([distortion, places]), { distortion, places })
  const observed = {
    id: 'observed',
    name: 'observed',
    breaks: [],
    replace: kinds.flatMap((kind) => kind.observed(meet)),
  }
  await judgeQueue({
    fault: { ...queueFault(observed), interface: 'queue' },
    unwired: true,
    embedded: true,
    concurrency: 1,
    onResult({ id }) {
      const group = groups.get(id)!
      found.set(group, [...(found.get(group) ?? []), ...met.values()])
      met = new Map()
    },
  })
  return found
}

let shown: ReturnType<typeof observe> | undefined

/** The number of laws or scenarios that judge a wrong server at once, until three rules are violated. */
const atOnce = 6

/**
 * Judges with the laws in whose requests the distortion changes something, then with such scenarios, then
 * with everything.
 */
async function judge({ distortion, places }: Mutant): Promise<Judged> {
  const kind = kindWith(distortion)
  const fault = kind.fault(distortion, places)
  const met = await (shown ??= observe())
  const isHere = (of: readonly Place[]) => places.every((place) => of.includes(place))
  const isMet = (group: string) =>
    met.get(group)?.some((each) => each.distortion === distortion && isHere(each.places)) === true
  const verdicts = new Map<string, Verdict>()
  const rulesThat = (verdict: Verdict) => [
    ...new Set(scenarios.filter(({ id }) => verdicts.get(id) === verdict).map(({ rule }) => rule)),
  ]
  const judgeBy = async (judges: (scenario: Scenario) => boolean) =>
    judgeQueue({
      fault: { ...fault, interface: 'queue' },
      unwired: true,
      embedded: true,
      judges: (each) => each.after === true || judges(each),
      onResult: ({ id, verdict }) => void verdicts.set(id, verdict),
    })
  for (const isPart of [isOfLaw, (each: Scenario) => !isOfLaw(each)]) {
    if (rulesThat('violated').length > 0) break
    const own = scenarios.filter((each) => each.interface === 'queue' && isPart(each))
    const groups = [...new Set(own.map(groupOf))].filter(isMet)
    for (let from = 0; from < groups.length; from += atOnce) {
      const part = groups.slice(from, from + atOnce)
      await judgeBy((each) => part.includes(groupOf(each)))
      if (rulesThat('violated').length >= 3) break
    }
  }
  const shownBy = [...met.keys()].filter(isMet)
  if (shownBy.length > 0 && rulesThat('violated').length === 0) await judgeBy(() => true)

  const violated = rulesThat('violated')
  return {
    verdict:
      violated.length > 0
        ? 'violated'
        : fault.count.distorted === 0
          ? 'unreached'
          : rulesThat('blocked').length > 0
            ? 'blocked'
            : 'green',
    rank:
      violated.findIndex(
        (rule) => kind.breaks(distortion).test(rule) || rulesOf(places).includes(rule),
      ) + 1,
    violated,
    shownBy,
  }
}

export const queueMutants: Mutants = { kinds, judge }
