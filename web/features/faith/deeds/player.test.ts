import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { gestureOf, keyGesture } from './gestures.ts'
import { createPlayerClock } from './player-clock.ts'
import {
  changesPassed,
  elapsedAt,
  firstState,
  isEnded,
  type PauseReason,
  type Player,
  type PlayerAction,
  reducePlayer,
  untilChange,
} from './player.ts'
import { badgeMs, extraSlides, flipAfterMs, mainSlides, slidesOf } from './slides.ts'

const everySlide = slidesOf({ hasCountry: true, streak: 7 })

test('slides, order, steps and durations are those of the specification [S1 §2.1]', () => {
  expect(mainSlides.map(({ id, steps }) => [id, ...steps])).toEqual([
    ['welcome', null],
    ['introduction', 3500, 5000],
    ['total', 3500, 6000],
    ['categories', 3500, 4500, 6000],
    ['countries', 3500, 6000],
    ['months', 3500, 6000],
    ['badges', 3500, 20_000],
    ['style', 3500, 8000],
    ['thanks', 10_000],
  ])
  expect(extraSlides.map(({ id, steps }) => [id, ...steps])).toEqual([
    ['streaks', 3000, 7000],
    ['share', 3000, 7000],
  ])
  expect([badgeMs, flipAfterMs]).toEqual([4000, 1500])
})

test('slides without figures are omitted; streaks follow the badges, sharing comes before the end [deeds-8]', () => {
  const ids = (donor: Parameters<typeof slidesOf>[0]) => slidesOf(donor).map(({ id }) => id)
  expect(ids({ hasCountry: true, streak: 1 })).toEqual([
    ...mainSlides.slice(0, -1).map(({ id }) => id),
    'share',
    'thanks',
  ])
  expect(ids({ hasCountry: false, streak: 2 })).toEqual([
    'welcome',
    'introduction',
    'total',
    'categories',
    'months',
    'badges',
    'streaks',
    'style',
    'share',
    'thanks',
  ])
})

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Plays on a fake clock in steps of 10 ms and records each change. */
  function play(pauses: readonly PauseReason[] = []) {
    const clock = createPlayerClock(everySlide, pauses)
    const seen: { readonly at: number; readonly player: Player }[] = []
    clock.subscribe(() => seen.push({ at: performance.now(), player: clock.state() }))
    return { clock, seen, run: (ms: number) => vi.advanceTimersByTime(ms) }
  }

  test('every step lasts as long as the table says, within 50 ms', () => {
    const { clock, seen, run } = play()
    run(60_000)
    expect(seen).toEqual([])
    clock.send({ do: 'next-slide' })
    run(200_000)
    const starts = seen.filter(({ player }) => player.elapsed === 0)
    const lengths = starts.map(({ at, player: { slide, step } }, index) => ({
      expected: everySlide[slide]?.steps[step],
      length: (starts[index + 1] ?? seen.at(-1))!.at - at,
    }))
    expect(lengths.map(({ expected }) => expected)).toEqual(everySlide.slice(1).flatMap(({ steps }) => steps))
    for (const { expected, length } of lengths) expect(Math.abs(length - expected!)).toBeLessThanOrEqual(50)
    expect(isEnded(everySlide, clock.state())).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the card turns after 1,500 ms, and badges change every 4,000 ms', () => {
    const { clock, seen, run } = play()
    const timesOf = (id: string, step: number) => {
      const slide = everySlide.findIndex((slide) => slide.id === id)
      clock.send({ do: 'first' })
      while (clock.state().slide < slide) clock.send({ do: 'next-slide' })
      while (clock.state().step < step) clock.send({ do: 'next-step' })
      const start = performance.now()
      seen.length = 0
      run(19_999)
      return seen
        .filter(({ player }) => player.slide === slide && player.step === step)
        .map(({ at, player }) => [Math.round(at - start), changesPassed(everySlide, player)])
    }
    expect(timesOf('categories', 2)).toEqual([[1500, 1]])
    expect(timesOf('badges', 1)).toEqual([1, 2, 3, 4].map((turn) => [turn * 4000, turn]))
  })

  test('any pause stops the timer, which continues after the last pause ends', () => {
    const { clock, run } = play()
    clock.send({ do: 'next-slide' })
    run(3000)
    clock.send({ do: 'pause', reason: 'hidden' })
    clock.send({ do: 'toggle' })
    expect(vi.getTimerCount()).toBe(0)
    run(600_000)
    clock.send({ do: 'resume', reason: 'hidden' })
    run(600_000)
    expect(clock.state()).toMatchObject({ slide: 1, step: 0, elapsed: 3000 })
    clock.send({ do: 'toggle' })
    run(499)
    expect(clock.state().step).toBe(0)
    run(1)
    expect(clock.state()).toMatchObject({ slide: 1, step: 1, elapsed: 0 })
  })

  test('without a subscriber no timer runs', () => {
    const clock = createPlayerClock(everySlide, [])
    const stop = clock.subscribe(() => {})
    clock.send({ do: 'next-slide' })
    expect(vi.getTimerCount()).toBe(1)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})

const reasons = ['donor', 'hold', 'hidden', 'focus', 'dialog'] as const
const anAction: fc.Arbitrary<PlayerAction> = fc.oneof(
  fc.constantFrom<PlayerAction[]>(
    { do: 'tick' },
    { do: 'next-step' },
    { do: 'previous-step' },
    { do: 'next-slide' },
    { do: 'previous-slide' },
    { do: 'first' },
    { do: 'last' },
    { do: 'toggle' },
  ),
  fc.record({ do: fc.constantFrom('pause', 'resume'), reason: fc.constantFrom(...reasons) }),
)
const aRun = fc.array(fc.tuple(anAction, fc.integer({ min: 0, max: 30_000 })), { maxLength: 60 })
const runs = (moves: readonly (readonly [PlayerAction, number])[], pauses: readonly PauseReason[] = []) => {
  let now = 0
  return moves
    .map(([action, wait]) => {
      now += wait
      return { action, now, wait }
    })
    .reduce<{ now: number; before: Player; player: Player; action: PlayerAction }[]>((all, { action, now: index }) => {
      const before = all.at(-1)?.player ?? firstState(pauses)
      return [...all, { now: index, before, player: reducePlayer(everySlide, before, action, index), action }]
    }, [])
}

describe('the reducer', () => {
  test('is always on an existing step, within its duration, and runs only without a pause', () => {
    fc.assert(
      fc.property(aRun, (moves) => {
        for (const { player, now } of runs(moves)) {
          const duration = everySlide[player.slide]?.steps[player.step]
          expect(duration).toBeDefined()
          expect(elapsedAt(everySlide, player, now)).toBeLessThanOrEqual(duration ?? 0)
          expect(player.playingSince !== null).toBe(
            player.pauses.length === 0 && duration !== null && !isEnded(everySlide, player),
          )
          expect(new Set(player.pauses).size).toBe(player.pauses.length)
          const wait = untilChange(everySlide, player, now)
          expect(wait === null).toBe(player.playingSince === null)
          if (wait !== null) expect(wait).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('enters every slide at its first step', () => {
    fc.assert(
      fc.property(aRun, (moves) => {
        for (const { before, player } of runs(moves))
          if (before.slide !== player.slide) expect(player).toMatchObject({ step: 0, elapsed: 0 })
      }),
    )
  })

  test('moves one step at a time, on an action or at the end of a step', () => {
    fc.assert(
      fc.property(aRun, (moves) => {
        for (const { before, player, action, now } of runs(moves)) {
          if (action.do === 'pause' || action.do === 'resume')
            expect([player.slide, player.step]).toEqual([before.slide, before.step])
          if (action.do !== 'tick' || player.slide === before.slide) continue
          expect(player.slide).toBe(before.slide + 1)
          expect(elapsedAt(everySlide, before, now)).toBe(everySlide[before.slide]?.steps[before.step])
        }
      }),
    )
  })

  test('starts with Play, restarts from its first step, and stops on its last', () => {
    const playerAt = (slide: number, step: number): Player => ({
      slide,
      step,
      elapsed: 100,
      playingSince: null,
      pauses: [],
    })
    const last = everySlide.length - 1
    const to = (player: Player, action: PlayerAction['do']) =>
      reducePlayer(everySlide, player, { do: action } as PlayerAction, 0)
    expect(to(playerAt(0, 0), 'previous-step')).toMatchObject({ slide: 0, step: 0, elapsed: 0 })
    expect(to(playerAt(2, 0), 'previous-step')).toMatchObject({ slide: 1, step: 0 })
    expect(to(playerAt(2, 1), 'previous-step')).toMatchObject({ slide: 2, step: 0 })
    expect(to(playerAt(3, 2), 'next-step')).toMatchObject({ slide: 4, step: 0 })
    const paused: Player = { ...playerAt(0, 0), pauses: ['donor'] }
    expect(to(paused, 'toggle')).toMatchObject({ slide: 1, step: 0, elapsed: 0, pauses: [] })
    const ended = to(playerAt(last, 0), 'next-step')
    expect(ended).toMatchObject({ slide: last, step: 0, elapsed: 10_000, playingSince: null })
    expect(to(ended, 'next-slide')).toMatchObject({ slide: last, elapsed: 10_000 })
    expect(to(ended, 'toggle')).toMatchObject({ slide: 0, step: 0, elapsed: 0 })
  })
})

describe('gestures', () => {
  const width = 300
  const swipe = (from: number, to: number, isRtl = false, down = 0) =>
    gestureOf({ x: from, y: 0 }, { x: to, y: down }, { width, isRtl })

  test('a tap on the first third goes back, elsewhere forward; a swipe changes the slide; down closes', () => {
    expect([swipe(99, 99), swipe(101, 101), swipe(290, 290)]).toEqual(['previous-step', 'next-step', 'next-step'])
    expect([swipe(200, 100), swipe(100, 200)]).toEqual(['next-slide', 'previous-slide'])
    expect(swipe(100, 110, false, 150)).toBe('close')
    expect([swipe(100, 130), swipe(100, 100, false, 60), swipe(100, 100, false, -200)]).toEqual([null, null, null])
  })

  test('right to left everything is mirrored', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: width }),
        fc.integer({ min: 0, max: width }),
        fc.integer({ min: -200, max: 200 }),
        (from, to, down) => {
          expect(swipe(width - from, width - to, true, down)).toBe(swipe(from, to, false, down))
        },
      ),
    )
    expect([keyGesture('ArrowLeft', true), keyGesture('ArrowRight', true)]).toEqual(['next-step', 'previous-step'])
  })

  test('keys: arrows step, Space pauses, Home and End jump, Escape closes', () => {
    const gestures = ['ArrowRight', 'ArrowLeft', ' ', 'Home', 'End', 'Escape', 'a'].map((key) => keyGesture(key, false))
    expect(gestures).toEqual(['next-step', 'previous-step', 'toggle', 'first', 'last', 'close', null])
  })
})
