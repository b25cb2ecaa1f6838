import { expect, test } from 'vitest'
import { parseParticipants } from './settings.ts'

const claim = { participants: '11k', date: '2026-03-20', source: 'Our count' }

test('numbers of participants are read only with their date and source [deeds-8]', () => {
  expect(parseParticipants('')).toEqual({})
  expect(parseParticipants(JSON.stringify({ 'ramadan-challenge': claim }))).toEqual({ 'ramadan-challenge': claim })
  expect(
    parseParticipants(JSON.stringify({ 'dhul-hijjah-challenge': { ...claim, participants: '4.7k' } })),
  ).toBeDefined()
  for (const wrong of [
    { ...claim, source: ' ' },
    { ...claim, date: '2026-02-30' },
    { ...claim, participants: 'many' },
    { participants: '11k', date: '2026-03-20' },
  ])
    expect(parseParticipants(JSON.stringify({ 'ramadan-challenge': wrong }))).toBeUndefined()
  expect(parseParticipants(JSON.stringify({ zakat: claim }))).toBeUndefined()
  expect(parseParticipants('11k')).toBeUndefined()
})
