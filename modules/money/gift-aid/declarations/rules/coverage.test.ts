import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LocalDate, localDate } from '#shared/calendar.ts'
import { canEndOn, coversFromOf, type Declaration, findCoveringDeclaration, isCoveredBy, ukDayOf } from './coverage.ts'

const day = (offset: number): LocalDate =>
  localDate(new Date(Date.UTC(2026, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10))
const offset = fc.integer({ min: -3000, max: 1500 })
const declaration = (values: Partial<Declaration> = {}): Declaration => ({
  id: 'a',
  scope: 'later',
  donationId: null,
  declaredAt: new Date('2026-05-10T12:00:00Z'),
  coversFrom: localDate('2026-05-10'),
  coversUntil: null,
  isUnconfirmed: false,
  ...values,
})
const donation = (givenOn: string, values: { id?: string; isExcluded?: boolean } = {}) => ({
  id: 'd',
  givenOn: localDate(givenOn),
  isExcluded: false,
  ...values,
})
const anyDeclaration = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    scope: fc.constantFrom('donation', 'later', 'past_and_later'),
    declaredOn: offset,
    length: fc.option(fc.integer({ min: 0, max: 900 })),
    isUnconfirmed: fc.boolean(),
    isSame: fc.boolean(),
  })
  .map(({ id, scope, declaredOn, length, isUnconfirmed, isSame }): Declaration => {
    const isWide = scope !== 'donation'
    return {
      id,
      scope,
      donationId: isWide ? null : (isSame && 'd') || 'e',
      declaredAt: new Date(`${day(declaredOn)}T12:00:00Z`),
      coversFrom: coversFromOf(scope, day(declaredOn)),
      coversUntil: isWide && length !== null ? day(declaredOn + length) : null,
      isUnconfirmed,
    }
  })

describe('the first covered day', () => {
  test('is the same calendar day four years before, for the past and later donations', () => {
    expect(coversFromOf('past_and_later', localDate('2026-11-29'))).toBe('2022-11-29')
    expect(coversFromOf('past_and_later', localDate('2028-02-29'))).toBe('2024-02-29')
    expect(coversFromOf('past_and_later', localDate('2104-02-29'))).toBe('2100-02-28')
    expect(coversFromOf('later', localDate('2026-11-29'))).toBe('2026-11-29')
    expect(coversFromOf('donation', localDate('2026-11-29'))).toBeNull()
  })

  test('is a day in the United Kingdom', () => {
    expect(ukDayOf(new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02')
    expect(ukDayOf(new Date('2026-12-01T23:30:00Z'))).toBe('2026-12-01')
  })
})

describe('a declaration covers', () => {
  test('only its own donation, if it is for one', () => {
    const one = declaration({ scope: 'donation', donationId: 'd', coversFrom: null })
    expect(isCoveredBy(donation('2020-01-01'), one)).toBe(true)
    expect(isCoveredBy(donation('2026-05-10', { id: 'e' }), one)).toBe(false)
  })

  test('its first day and not the day from which it ended', () => {
    const ended = declaration({ coversUntil: localDate('2026-06-01') })
    expect(
      ['2026-05-09', '2026-05-10', '2026-05-31', '2026-06-01'].map((on) => isCoveredBy(donation(on), ended)),
    ).toEqual([false, true, true, false])
  })

  test('nothing while an anonymous donor hasn’t agreed', () => {
    expect(isCoveredBy(donation('2026-05-10'), declaration({ isUnconfirmed: true }))).toBe(false)
  })
})

describe('the declaration that counts', () => {
  test('is the newest that covers the donation', () => {
    const earlier = declaration({
      id: 'b',
      declaredAt: new Date('2025-01-01T00:00:00Z'),
      coversFrom: localDate('2021-01-01'),
    })
    expect(findCoveringDeclaration(donation('2026-05-10'), [earlier, declaration()])?.id).toBe('a')
    expect(findCoveringDeclaration(donation('2026-05-09'), [earlier, declaration()])?.id).toBe('b')
  })

  test('doesn’t depend on the order of the rows, and covers the donation', () => {
    fc.assert(
      fc.property(fc.array(anyDeclaration, { maxLength: 6 }), offset, (declarations, on) => {
        const given = donation(day(on))
        const found = findCoveringDeclaration(given, declarations)
        const reversed = findCoveringDeclaration(given, declarations.toReversed())
        expect(reversed?.declaredAt).toEqual(found?.declaredAt)
        expect(found !== undefined).toBe(declarations.some((item) => isCoveredBy(given, item)))
        if (!found) return
        expect(isCoveredBy(given, found)).toBe(true)
        for (const item of declarations)
          if (isCoveredBy(given, item))
            expect(item.declaredAt.getTime()).toBeLessThanOrEqual(found.declaredAt.getTime())
      }),
    )
  })

  test('is none for an excluded donation', () => {
    fc.assert(
      fc.property(fc.array(anyDeclaration), offset, (declarations, on) => {
        expect(findCoveringDeclaration(donation(day(on), { isExcluded: true }), declarations)).toBeUndefined()
      }),
    )
  })

  test('never covers less after another declaration, nor more after an end', () => {
    fc.assert(
      fc.property(fc.array(anyDeclaration, { maxLength: 5 }), anyDeclaration, offset, offset, (all, one, on, end) => {
        const given = donation(day(on))
        if (findCoveringDeclaration(given, all)) expect(findCoveringDeclaration(given, [...all, one])).toBeDefined()
        const ended = all.map((item) =>
          item.scope === 'donation' || item.coversUntil !== null ? item : { ...item, coversUntil: day(end) },
        )
        if (!findCoveringDeclaration(given, all)) expect(findCoveringDeclaration(given, ended)).toBeUndefined()
      }),
    )
  })
})

test('a declaration ends from today on, once, and never backwards', () => {
  const today = localDate('2026-11-29')
  expect(canEndOn(declaration(), { day: today, today })).toBe(true)
  expect(canEndOn(declaration(), { day: localDate('2026-11-28'), today })).toBe(false)
  expect(canEndOn(declaration({ coversUntil: localDate('2027-01-01') }), { day: today, today })).toBe(false)
  expect(canEndOn(declaration({ scope: 'donation', coversFrom: null }), { day: today, today })).toBe(false)
  fc.assert(
    fc.property(anyDeclaration, offset, offset, (item, on, now) => {
      if (!canEndOn(item, { day: day(on), today: day(now) })) return
      for (const earlier of [-1, -400])
        expect(isCoveredBy(donation(day(now + earlier)), { ...item, coversUntil: day(on) })).toBe(
          isCoveredBy(donation(day(now + earlier)), item),
        )
    }),
  )
})
