import { expect, test } from 'vitest'
import { mailWishes, monthlyOf, monthlyWishes, unwantedKinds } from './mail-wishes.ts'

test('one-click unsubscribe without a choice, or a choice of reminders alone, stops the monthly mails', () => {
  expect([monthlyOf(undefined), monthlyOf('before')]).toEqual(['none', 'none'])
})

test('a choice of monthly mails is kept', () => {
  expect(monthlyWishes.map(monthlyOf)).toEqual(['summary', 'receipts', 'none'])
})

test('the kinds and choices are those that links and mails name', () => {
  expect(mailWishes).toEqual(['before', 'summary', 'receipts', 'none'])
  expect(unwantedKinds).toEqual(['coming', 'summary'])
})
