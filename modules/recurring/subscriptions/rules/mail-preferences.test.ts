import { expect, test } from 'vitest'
import { mailPreferences, monthlyMailsOf, monthlyPreferences, unsubscribableKinds } from './mail-preferences.ts'

test('one-click unsubscribe, or a choice of reminders alone, stops the monthly mails', () => {
  expect([monthlyMailsOf(undefined), monthlyMailsOf('before')]).toEqual(['none', 'none'])
})

test('keeps a choice of monthly mails', () => {
  expect(monthlyPreferences.map(monthlyMailsOf)).toEqual(['summary', 'receipts', 'none'])
})

test('has the kinds and choices that links and mails name', () => {
  expect(mailPreferences).toEqual(['before', 'summary', 'receipts', 'none'])
  expect(unsubscribableKinds).toEqual(['upcoming', 'summary'])
})
