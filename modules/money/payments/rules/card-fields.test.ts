import { expect, test } from 'vitest'
import { isChallengeFinished } from './card-fields.ts'

const frame = 'https://bank.example/challenge?id=1'
const finished = { sunbul: '3ds', type: 'finished' }

test('a challenge is finished when the page of its frame says so', () => {
  expect(isChallengeFinished({ origin: 'https://bank.example', data: finished }, frame)).toBe(true)
})

test('a message of another origin doesn’t end a challenge', () => {
  for (const origin of ['https://other.example', 'http://bank.example', 'https://bank.example:8443', 'null'])
    expect(isChallengeFinished({ origin, data: finished }, frame)).toBe(false)
})

test('another message of the same page doesn’t end a challenge', () => {
  for (const data of [undefined, {}, { sunbul: '3ds' }, { sunbul: '3ds', type: 'started' }, { type: 'finished' }])
    expect(isChallengeFinished({ origin: 'https://bank.example', ...(data && { data }) }, frame)).toBe(false)
})
