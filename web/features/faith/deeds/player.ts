import type { Slide } from './slides.ts'

/** Reasons to pause; the story plays if there are none. */
export type PauseReason = 'donor' | 'hold' | 'hidden' | 'focus' | 'dialog'

export type Player = {
  readonly slide: number
  readonly step: number
  /** Milliseconds of this step that had been played at `playingSince`. */
  readonly elapsed: number
  /** When the clock started; null while paused. */
  readonly playingSince: number | null
  readonly pauses: readonly PauseReason[]
}

export type PlayerAction =
  | {
      readonly do:
        | 'start'
        | 'tick'
        | 'next-step'
        | 'previous-step'
        | 'next-slide'
        | 'previous-slide'
        | 'first'
        | 'last'
        | 'toggle'
    }
  | { readonly do: 'pause' | 'resume'; readonly reason: PauseReason }

/** Browser timers may fire slightly early. */
const toleranceMs = 2

export const firstState = (pauses: readonly PauseReason[]): Player => ({
  slide: 0,
  step: 0,
  elapsed: 0,
  playingSince: null,
  pauses,
})

/** Returns the duration of the current step; null if it waits for the donor. */
const durationOf = (deck: readonly Slide[], { slide, step }: Player): number | null => deck[slide]?.steps[step] ?? null

/** Returns the milliseconds of this step that have been played by `now`, at most its duration. */
export function elapsedAt(deck: readonly Slide[], player: Player, now: number): number {
  const played = player.elapsed + (player.playingSince === null ? 0 : Math.max(0, now - player.playingSince))
  return Math.min(played, durationOf(deck, player) ?? 0)
}

/** Returns whether the step has no timer, because the donor starts the story. */
export const isWaiting = (deck: readonly Slide[], player: Player): boolean => durationOf(deck, player) === null

/** Returns whether the last step has ended; the story doesn't restart by itself. */
export function isEnded(deck: readonly Slide[], player: Player): boolean {
  const duration = durationOf(deck, player)
  return (
    player.slide === deck.length - 1 &&
    player.step === (deck.at(-1)?.steps.length ?? 0) - 1 &&
    duration !== null &&
    player.elapsed >= duration
  )
}

/** Returns how many changes within this step have happened. */
export const changesPassed = (deck: readonly Slide[], { slide, step, elapsed }: Player): number => {
  const changes = deck[slide]?.changes
  return changes?.step === step ? changes.after.filter((after) => after <= elapsed + toleranceMs).length : 0
}

/** Returns the milliseconds until the next automatic change; null if there is none. */
export function untilChange(deck: readonly Slide[], player: Player, now: number): number | null {
  const duration = durationOf(deck, player)
  if (player.playingSince === null || duration === null) return null
  const elapsed = elapsedAt(deck, player, now)
  const changes = deck[player.slide]?.changes
  const next = changes?.step === player.step ? changes.after.find((after) => after > elapsed + toleranceMs) : undefined
  return Math.min(next ?? duration, duration) - elapsed
}

/** Returns the state after an action. `now`: milliseconds of any monotonic clock. */
export function reducePlayer(deck: readonly Slide[], player: Player, action: PlayerAction, now: number): Player {
  const played: Player = { ...player, elapsed: elapsedAt(deck, player, now), playingSince: null }
  return withClock(deck, afterAction(deck, played, action), now)
}

function afterAction(deck: readonly Slide[], player: Player, action: PlayerAction): Player {
  const { slide, step, pauses } = player
  const enter = (to: number): Player => ({
    ...player,
    slide: Math.max(0, Math.min(to, deck.length - 1)),
    step: 0,
    elapsed: 0,
  })
  const atStep = (to: number): Player => ({ ...player, step: to, elapsed: 0 })
  switch (action.do) {
    case 'start':
      return player
    case 'tick': {
      const duration = durationOf(deck, player)
      return duration !== null && player.elapsed >= duration - toleranceMs ? nextStep() : player
    }
    case 'next-step':
      return nextStep()
    case 'previous-step':
      return step > 0 ? atStep(step - 1) : enter(slide - 1)
    case 'next-slide':
      return slide < deck.length - 1 ? enter(slide + 1) : player
    case 'previous-slide':
      return enter(slide - 1)
    case 'first':
      return enter(0)
    case 'last':
      return enter(deck.length - 1)
    case 'toggle':
      if (isWaiting(deck, player)) return { ...nextStep(), pauses: pauses.filter((reason) => reason !== 'donor') }
      if (isEnded(deck, player)) return { ...enter(0), pauses: pauses.filter((reason) => reason !== 'donor') }
      return pauses.includes('donor') ? withoutPause('donor') : withPause('donor')
    case 'pause':
      return withPause(action.reason)
    case 'resume':
      return withoutPause(action.reason)
  }

  function nextStep(): Player {
    if (step < (deck[slide]?.steps.length ?? 0) - 1) return atStep(step + 1)
    if (slide < deck.length - 1) return enter(slide + 1)
    return { ...player, elapsed: durationOf(deck, player) ?? 0 }
  }
  function withPause(reason: PauseReason): Player {
    return pauses.includes(reason) ? player : { ...player, pauses: [...pauses, reason] }
  }
  function withoutPause(reason: PauseReason): Player {
    return { ...player, pauses: pauses.filter((pause) => pause !== reason) }
  }
}

function withClock(deck: readonly Slide[], player: Player, now: number): Player {
  const isRunning = player.pauses.length === 0 && durationOf(deck, player) !== null && !isEnded(deck, player)
  return { ...player, playingSince: isRunning ? now : null }
}
