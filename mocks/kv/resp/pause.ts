// CLIENT PAUSE: clients wait until the pause ends.

import type { AlarmClock } from '../../clock.js'

/** The commands that wait: commands that may change data, or all commands. */
export type Paused = 'WRITE' | 'ALL'

export class Pause {
  readonly #clock: AlarmClock
  readonly #alarm: ReturnType<AlarmClock['alarm']>
  readonly #waiting = new Set<() => void>()
  #until = -Infinity
  #paused: Paused = 'WRITE'

  constructor(clock: AlarmClock) {
    this.#clock = clock
    this.#alarm = clock.alarm(() => this.end())
  }

  /** Begins a pause, or extends it. A pause of all commands is not reduced to a pause of writes. */
  begin(milliseconds: number, paused: Paused): void {
    const isOn = this.#until > this.#clock.now()
    this.#paused = isOn && this.#paused === 'ALL' ? 'ALL' : paused
    this.#until = Math.max(this.#until, this.#clock.now() + milliseconds)
    this.#alarm.set(this.#until)
  }

  end(): void {
    this.#until = -Infinity
    this.#alarm.set(Infinity)
    for (const go of this.#waiting) go()
    this.#waiting.clear()
  }

  /** Returns true if a command has to wait. */
  stops(mayChange: boolean): boolean {
    return this.#until > this.#clock.now() && (this.#paused === 'ALL' || mayChange)
  }

  /** Resolves when the pause ends. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }
}
