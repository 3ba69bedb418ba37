// Finds settings that have no effect, because their names are unknown. The contract says nothing about
// them, so a request with a misspelt name succeeds.

import { didYouMean } from '../../did-you-mean.js'
import { warnOnce } from '../../warnings.js'
import { settingNames, type GivenSetting } from './settings.js'

/** Names that existing clients send without a wish of their user. */
const OF_CLIENTS =
  /^(?:(?:forward|workflow|telemetry)-.*|feature-set|retried|message-id|region|signature|nonretryable-error|error-step-name)$/

/** Returns a description of the first setting with an unknown name, or undefined if all are known. */
export function describeUnknown(given: readonly GivenSetting[]): string | undefined {
  for (const { spelled, name } of given) {
    const [, of = '', own = ''] = /^((?:failure-)?callback-)?(.*)$/s.exec(name) ?? []
    if (settingNames.includes(own) || OF_CLIENTS.test(own)) continue
    const before = spelled.slice(0, spelled.length - name.length) + of
    const similar = didYouMean(own, settingNames).replace('mean ', `mean ${before}`)
    return `there is no setting ${spelled}${similar}`
  }
  return undefined
}

/** Returns a function that emits one warning for each unknown name. */
export function ignoredSettings(): (given: readonly GivenSetting[]) => void {
  const warn = warnOnce('SettingWarning')
  return (given) => {
    for (const setting of given)
      warn(setting.name, () => {
        const unknown = describeUnknown([setting])
        return unknown && `${unknown}: the mock ignores it`
      })
  }
}
