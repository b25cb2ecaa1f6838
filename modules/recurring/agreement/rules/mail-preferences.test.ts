import { expect, test } from 'vitest'
import { mailPreferences, monthlyOf, monthlyPreferences, unwantedKinds } from './mail-preferences.ts'

test('one-click unsubscribe without a choice, or a choice of reminders alone, stops the monthly mails', () => {
  expect([monthlyOf(undefined), monthlyOf('before')]).toEqual(['none', 'none'])
})

test('a choice of monthly mails is kept', () => {
  expect(monthlyPreferences.map(monthlyOf)).toEqual(['summary', 'receipts', 'none'])
})

test('the kinds and choices are those that links and mails name', () => {
  expect(mailPreferences).toEqual(['before', 'summary', 'receipts', 'none'])
  expect(unwantedKinds).toEqual(['coming', 'summary'])
})
