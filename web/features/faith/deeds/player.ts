import type { Slide } from './slides.ts'

/** Why the story does not play; it plays when none is left. */
export type PauseReason = 'donor' | 'hold' | 'hidden' | 'focus' | 'dialog'

export type Player = {
  readonly slide: number
  readonly step: number
  /** Milliseconds of this step that had played at `playingSince`. */
  readonly elapsed: number
  /** When the clock started; null: it does not run. */
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

/** Timers of browsers may fire a moment early. */
const toleranceMs = 2

export const firstState = (pauses: readonly PauseReason[]): Player => ({
  slide: 0,
  step: 0,
  elapsed: 0,
  playingSince: null,
  pauses,
})

/** The length of the current step; null: it waits for the donor. */
const durationOf = (deck: readonly Slide[], { slide, step }: Player): number | null => deck[slide]?.steps[step] ?? null

/** Milliseconds of this step that have played by `now`, at most its length. */
export function elapsedAt(deck: readonly Slide[], player: Player, now: number): number {
  const played = player.elapsed + (player.playingSince === null ? 0 : Math.max(0, now - player.playingSince))
  return Math.min(played, durationOf(deck, player) ?? 0)
}

/** Whether the step has no timer: the donor begins the story. */
export const isWaiting = (deck: readonly Slide[], player: Player): boolean => durationOf(deck, player) === null

/** Whether the last step is over; the story does not begin again by itself. */
export function isEnded(deck: readonly Slide[], player: Player): boolean {
  const duration = durationOf(deck, player)
  return (
    player.slide === deck.length - 1 &&
    player.step === (deck.at(-1)?.steps.length ?? 0) - 1 &&
    duration !== null &&
    player.elapsed >= duration
  )
}

/** How many of the changes within this step have come. */
export const changesPassed = (deck: readonly Slide[], { slide, step, elapsed }: Player): number => {
  const changes = deck[slide]?.changes
  return changes?.step === step ? changes.after.filter((after) => after <= elapsed + toleranceMs).length : 0
}

/** Milliseconds until something changes by itself: the step, or what it shows. Null: nothing does. */
export function untilChange(deck: readonly Slide[], player: Player, now: number): number | null {
  const duration = durationOf(deck, player)
  if (player.playingSince === null || duration === null) return null
  const elapsed = elapsedAt(deck, player, now)
  const changes = deck[player.slide]?.changes
  const next = changes?.step === player.step ? changes.after.find((after) => after > elapsed + toleranceMs) : undefined
  return Math.min(next ?? duration, duration) - elapsed
}

/** The state after an action at `now`, in milliseconds of any clock that only moves forward. */
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
