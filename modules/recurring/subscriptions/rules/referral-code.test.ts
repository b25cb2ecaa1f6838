import { expect, test } from 'vitest'
import { referralCodeOf } from './referral-code.ts'

test('a referral code contains “Team” in this spelling (content-18)', () => {
  expect(['Team', 'AminaTeam-7_x'].map(referralCodeOf)).toEqual(['Team', 'AminaTeam-7_x'])
  expect(['Amina', 'team', 'TEAM', '', null, undefined].map(referralCodeOf)).toEqual(Array(6).fill(undefined))
})

test('a referral code has at most 64 letters, digits, hyphens and underscores', () => {
  expect(referralCodeOf(`Team${'a'.repeat(60)}`)).toBe(`Team${'a'.repeat(60)}`)
  expect([`Team${'a'.repeat(61)}`, 'Team one', 'Team!', '!Team', 'Team1é'].map(referralCodeOf)).toEqual(
    Array(5).fill(undefined),
  )
})

test('a referral code is read without outer spaces, in digits 0-9 (amounts-17)', () => {
  expect(referralCodeOf('  Team٧ ')).toBe('Team7')
})
