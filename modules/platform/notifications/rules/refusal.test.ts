import { expect, test } from 'vitest'
import { isMailboxRefused } from './refusal.ts'

const refused = (responseCode: number, response: string, command = 'RCPT TO') =>
  isMailboxRefused({ command, responseCode, response })

test('a refusal is permanent if the mailbox, its host or its address doesn’t exist (recurring-28)', () => {
  expect(refused(550, '550 5.1.1 <a@example.org> User unknown')).toBe(true)
  expect(refused(550, '550-5.1.10 null MX')).toBe(true)
  expect(refused(550, '550 5.2.1 The account is disabled')).toBe(true)
  expect(refused(550, '550 No such user here')).toBe(true)
  expect(refused(553, '553 mailbox name not allowed')).toBe(true)
})

test('other refusals don’t count as permanent', () => {
  expect(refused(550, '550 5.7.1 Relaying denied')).toBe(false)
  expect(refused(550, '550 relay not permitted')).toBe(false)
  expect(refused(552, '552 5.2.2 Mailbox full')).toBe(false)
  expect(refused(450, '450 4.2.1 try again later')).toBe(false)
  expect(refused(554, '554 5.7.1 looks like spam', 'DATA')).toBe(false)
  expect(refused(550, '550 5.1.1 unknown sender', 'MAIL FROM')).toBe(false)
  expect(isMailboxRefused({})).toBe(false)
})
