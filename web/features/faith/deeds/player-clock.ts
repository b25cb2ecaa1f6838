import { firstState, type PauseReason, type Player, type PlayerAction, reducePlayer, untilChange } from './player.ts'
import type { Slide } from './slides.ts'

/** A player with its timer, for `useSyncExternalStore`. The timer runs while there are subscribers. */
export type PlayerClock = {
  readonly state: () => Player
  readonly send: (action: PlayerAction) => void
  readonly subscribe: (onChange: () => void) => () => void
}

export function createPlayerClock(deck: readonly Slide[], pauses: readonly PauseReason[]): PlayerClock {
  let player = firstState(pauses)
  let timer: ReturnType<typeof setTimeout> | undefined
  const subscribers = new Set<() => void>()

  function send(action: PlayerAction): void {
    player = reducePlayer(deck, player, action, performance.now())
    setTimer()
    for (const onChange of subscribers) onChange()
  }
  function setTimer(): void {
    clearTimeout(timer)
    const wait = subscribers.size > 0 ? untilChange(deck, player, performance.now()) : null
    timer = wait === null ? undefined : setTimeout(() => send({ do: 'tick' }), wait)
  }
  return {
    state: () => player,
    send,
    subscribe(onChange) {
      subscribers.add(onChange)
      setTimer()
      return () => {
        subscribers.delete(onChange)
        setTimer()
      }
    },
  }
}
