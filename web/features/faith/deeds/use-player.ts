import { type PointerEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type Gesture, gestureOf, holdMs, isDragged, keyGesture } from './gestures.ts'
import { createPlayerClock, type PlayerClock } from './player-clock.ts'
import type { PauseReason } from './player.ts'
import type { Slide } from './slides.ts'

/** Returns the player of a deck, which starts paused if `hasReducedMotion`. Its timer stops in a hidden tab. */
export function usePlayer(deck: readonly Slide[], hasReducedMotion: boolean) {
  const clock = useMemo(() => {
    const pauses: PauseReason[] = hasReducedMotion ? ['donor'] : []
    if (document.visibilityState === 'hidden') pauses.push('hidden')
    return createPlayerClock(deck, pauses)
  }, [deck, hasReducedMotion])
  const player = useSyncExternalStore(clock.subscribe, clock.state)
  useEffect(() => {
    const onVisibility = () =>
      clock.send({ do: document.visibilityState === 'hidden' ? 'pause' : 'resume', reason: 'hidden' })
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [clock])
  return { clock, player }
}

const controls = 'a, button, input, select, textarea, summary, iframe, dialog'
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(controls) !== null

/** Calls `onGesture` for keys, unless a control or a dialog has the focus. */
export function usePlayerKeys(onGesture: (gesture: Gesture) => void, isRtl: boolean): void {
  const current = useRef(onGesture)
  useEffect(() => {
    current.current = onGesture
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      if (event.key === ' ' && isControl(event.target)) return
      const gesture = keyGesture(event.key, isRtl)
      if (!gesture) return
      event.preventDefault()
      current.current(gesture)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isRtl])
}

/** Handles taps, holds and swipes on the slide. A pointer on a control pauses and does nothing else. */
export function usePointer(clock: PlayerClock, onGesture: (gesture: Gesture) => void, isRtl: boolean) {
  const pointer = useRef<{ x: number; y: number; isHeld: boolean; timer: ReturnType<typeof setTimeout> } | null>(null)
  function end(): typeof pointer.current {
    const ended = pointer.current
    pointer.current = null
    if (ended) clearTimeout(ended.timer)
    clock.send({ do: 'resume', reason: 'hold' })
    return ended
  }
  const positionOf = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top, width }
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return
      if (isControl(event.target)) {
        clock.send({ do: 'pause', reason: 'hold' })
        return
      }
      const { x, y } = positionOf(event)
      const held = { x, y, isHeld: false, timer: setTimeout(hold, holdMs) }
      function hold() {
        held.isHeld = true
        clock.send({ do: 'pause', reason: 'hold' })
      }
      pointer.current = held
    },
    onPointerMove(event: PointerEvent) {
      // A slow swipe isn't a hold.
      if (pointer.current && isDragged(pointer.current, positionOf(event))) clearTimeout(pointer.current.timer)
    },
    onPointerUp(event: PointerEvent) {
      const { x, y, width } = positionOf(event)
      const ended = end()
      if (!ended || ended.isHeld) return
      const gesture = gestureOf(ended, { x, y }, { width, isRtl })
      if (gesture) onGesture(gesture)
    },
    onPointerCancel: end,
    onPointerLeave: end,
  }
}
