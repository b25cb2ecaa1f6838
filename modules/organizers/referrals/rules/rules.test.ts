import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referralCodeOf } from '#modules/recurring/subscriptions/rules/referral-code.ts'
import { bytesForCode, codeFrom, codeOfQuery } from './new-code.ts'
import { fundraiserLink, programmeLink, slugIn } from './link.ts'
import { referralsPerPage, pageCountOf } from './paging.ts'
import { planIdsOf, planIdsPattern } from './plan-ids.ts'
import { directionAfter } from './sorting.ts'

test('a generated code is valid, and too few bytes make none', () => {
  const bytes = fc.uint8Array({ minLength: bytesForCode, maxLength: bytesForCode })
  fc.assert(
    fc.property(bytes, (drawn) => {
      const code = codeFrom(drawn)
      if (drawn.filter((byte) => byte < 240).length < 10) expect(code).toBeUndefined()
      else expect([referralCodeOf(code), code!.length]).toEqual([code, 15])
    }),
  )
  expect(codeFrom(new Uint8Array(9))).toBeUndefined()
  expect(codeFrom(new Uint8Array(32).fill(255))).toBeUndefined()
})

test.each([
  ['TeamSana', 'TeamSana'],
  ['my-Team_7', 'my-Team_7'],
  ['team-sana', undefined],
  ['TEAM', undefined],
  ['Sana', undefined],
  ['', undefined],
  ['Team Sana', undefined],
  ['Team<script>', undefined],
  [`Team${'a'.repeat(60)}`, `Team${'a'.repeat(60)}`],
  [`Team${'a'.repeat(61)}`, undefined],
])('code=%j is %j [S2 §2]', (code, expected) => expect(codeOfQuery(new URLSearchParams({ code }))).toBe(expected))

test('a URL without a code has none', () => expect(codeOfQuery(new URLSearchParams('src=poster'))).toBeUndefined())

test('plan ids are comma-separated and counted once; anything else is refused', () => {
  const [a, b] = ['0199a000-0000-7000-8000-000000000001', '0199A000-0000-7000-8000-00000000000F']
  expect(planIdsOf(undefined)).toBeUndefined()
  expect(planIdsOf('')).toBeUndefined()
  expect(planIdsOf(`${a},${b},${a}`)).toEqual([a, b.toLowerCase()])
  for (const good of ['', a, `${a},${b}`, Array(20).fill(a).join(',')])
    expect([good, planIdsPattern.test(good)]).toEqual([good, true])
  for (const bad of ['x', `${a},`, `,${a}`, `${a};${b}`, `${a} ,${b}`, `${a}'--`, Array(21).fill(a).join(',')])
    expect([bad, planIdsPattern.test(bad)]).toEqual([bad, false])
})

test('clicking a heading reverses its order; another starts with the most interesting', () => {
  expect(directionAfter('date', { field: 'date', direction: 'desc' })).toBe('asc')
  expect(directionAfter('date', { field: 'date', direction: 'asc' })).toBe('desc')
  expect(directionAfter('amount', { field: 'date', direction: 'asc' })).toBe('desc')
  expect(directionAfter('donor', { field: 'amount', direction: 'desc' })).toBe('asc')
})

test('has one page for nothing, and one more for each overflow', () => {
  expect([0, 1, referralsPerPage, referralsPerPage + 1, 3 * referralsPerPage].map(pageCountOf)).toEqual([1, 1, 1, 2, 3])
})

test('links lead to the fundraiser or the programme, with the code [S1 §2.1]', () => {
  expect(fundraiserLink('https://sunbul.example', 'clean-water', 'Team-1')).toBe(
    'https://sunbul.example/campaign/clean-water?code=Team-1',
  )
  expect(programmeLink('https://sunbul.example', 'DhulHijjah', 'Team-1')).toBe(
    'https://sunbul.example/scheduled-giving/dhc?code=Team-1',
  )
  expect(programmeLink('', 'FridayGivers', 'Team-1')).toBe('/scheduled-giving/friday-givers/choose-causes?code=Team-1')
})

test.each([
  ['https://sunbul.example/v4/campaign/clean-water?src=x', 'clean-water'],
  ['sunbul.example/campaign/clean-water#top', 'clean-water'],
  ['https://sunbul.example/v4/checkout/clean-water', 'clean-water'],
  ['  clean-water ', 'clean-water'],
  ['https://sunbul.example/v4/discover', undefined],
  ['Clean water', undefined],
  ['../../etc', undefined],
  ['', undefined],
])('the fundraiser in %j is %j', (pasted, slug) => expect(slugIn(pasted)).toBe(slug))
