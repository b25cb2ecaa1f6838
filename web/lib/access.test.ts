import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { loadRestricted } from './access.ts'

const request = new Request('https://sunbul.example/organize/7/donations?q=amina')
const signedIn = { isSignedIn: true }
const refusing = (problem: unknown) =>
  loadRestricted(signedIn, request, () => Promise.reject(problem as Error)).catch((thrown: unknown) => thrown)

test('reads the requester’s own data', async () => {
  expect(await loadRestricted(signedIn, request, () => Promise.resolve('theirs'))).toBe('theirs')
})

test('a visitor without a session logs in and returns to the same page; nothing is read before', async () => {
  let reads = 0
  const read = () => Promise.resolve((reads += 1))
  const first = (await loadRestricted({ isSignedIn: false }, request, read).catch(
    (thrown: unknown) => thrown,
  )) as Response
  const later = (await refusing(new Problem('authentication', 'session-ended'))) as Response
  for (const { status, headers } of [first, later]) {
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/login?redirectUrl=%2Forganize%2F7%2Fdonations%3Fq%3Damina')
  }
  expect(reads).toBe(0)
})

test('another owner’s data is 404 like missing data (security-3)', async () => {
  const others = [
    new Problem('authorization', 'not-allowed'),
    new Problem('not-found', 'campaign-not-found'),
    new Problem('validation', 'invalid-input'),
  ]
  for (const problem of others) expect(await refusing(problem)).toMatchObject({ data: null, init: { status: 404 } })
})

test('keeps a rate limit’s status, and rethrows unexpected errors', async () => {
  expect(await refusing(new Problem('rate-limit', 'rate-limit'))).toMatchObject({ init: { status: 429 } })
  const [ours, bug] = [new Problem('server', 'server'), new TypeError('x is undefined')]
  expect([await refusing(ours), await refusing(bug)]).toEqual([ours, bug])
})
