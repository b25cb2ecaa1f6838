import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { aTrail } from '#web/features/money/payouts/testing.ts'
import { fakeApi, type FakePage, pageArgs, resultOf } from '#web/kit/testing.ts'
import { loader } from './donation-trail.tsx'

const params = { donationId: 'd-1' }
const call = 'GET /v4/account/donations/:donationId/trail'
const zakatCall = 'GET /v4/account/donations/:donationId/zakat-distribution'
const headCall = 'GET /v4/ledger/head'
const newest = { day: '2026-11-28', head: 'ab'.repeat(32) }
const part = { amount: 5_000, distributedOn: '2026-04-01', country: 'GB', category: 'poor' }
const load = (page: FakePage) => resultOf(() => loader(pageArgs('/account/donations/d-1/trail', { params, ...page })))

test('a trail has five steps, and reads no distributions if nothing of it is zakat', async () => {
  const { api, calls } = fakeApi({ [call]: aTrail, [headCall]: { newest } })
  const { data } = await load({ api })
  expect((data as { steps: { name: string }[] }).steps.map(({ name }) => name)).toEqual([
    'given',
    'fee',
    'hold',
    'payout',
    'paid',
  ])
  expect(data).toMatchObject({ zakat: null, head: { day: '28 November 2026', head: newest.head } })
  expect(calls).toEqual([
    [call, params],
    [headCall, {}],
  ])
})

test('the trail of zakat has its distributions with dates and countries', async () => {
  const { api } = fakeApi({ [call]: { ...aTrail, zakat: 5_000 }, [zakatCall]: { parts: [part] } })
  expect((await load({ api })).data).toMatchObject({
    zakat: { parts: [{ amount: 5_000, day: '1 April 2026', countryName: 'United Kingdom' }] },
  })
})

test('a trail is shown without distributions that don’t exist', async () => {
  const notFound = new Problem('not-found', 'not-found')
  const { api } = fakeApi({ [call]: { ...aTrail, zakat: 5_000 }, [zakatCall]: notFound })
  expect((await load({ api })).data).toMatchObject({ zakat: null })
})

test('another account’s donation is 404', async () => {
  const { api } = fakeApi({ [call]: new Problem('not-found', 'not-found') })
  expect(await load({ api })).toMatchObject({ status: 404 })
})

test('a trail is 404 where charities aren’t paid out', async () => {
  const { api, calls } = fakeApi()
  expect(await load({ api, hasPayouts: false })).toMatchObject({ status: 404 })
  expect(calls).toEqual([])
})
