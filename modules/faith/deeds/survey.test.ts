import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { exportDeeds } from './export-deeds.ts'
import { eraseDeeds } from './erase-deeds.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await sql`insert into deeds.year (hijri_year, donors, unique_donors, amount, computed_at) values (1447, 0, 0, 0, now())`.execute(
    server.app.db,
  )
})
afterAll(() => server.close())

async function call(method: 'GET' | 'POST', url: string, token: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) }
  const answer = await server.fastify.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

/** A donor with a recap of 1447. */
async function aDonorWithDeeds() {
  const session = await aSession(server.app)
  await sql`insert into deeds.snapshot (account_id, hijri_year, currency, figures, computed_at)
    values (${session.viewer.accountId}, 1447, 'GBP', '{}', now())`.execute(server.app.db)
  return session
}

test('a donor answers the survey once for each year, and a later answer replaces it', async () => {
  const { token, viewer } = await aDonorWithDeeds()
  const answer = (rating: number, comment = '') =>
    call('POST', '/v4/deeds/survey', token, { hijriYear: 1447, rating, comment })
  expect((await answer(3)).status).toBe(200)
  expect((await answer(5, 'Beautiful')).body).toEqual({ saved: true })
  expect((await answer(6)).status).toBe(400)
  expect((await call('POST', '/v4/deeds/survey', token, { hijriYear: 1446, rating: 5 })).status).toBe(404)
  expect((await exportDeeds(server.app, viewer.accountId)).deedsSurvey).toMatchObject([
    { hijriYear: 1447, rating: 5, comment: 'Beautiful' },
  ])
  await server.app.write((tx) => eraseDeeds(tx, viewer.accountId))
  expect((await exportDeeds(server.app, viewer.accountId)).deedsSurvey).toEqual([])
})

test('staff reads ratings and comments without names', async () => {
  const donors = [await aDonorWithDeeds(), await aDonorWithDeeds(), await aDonorWithDeeds()]
  const ratings = [5, 5, 2]
  for (const [index, { token }] of donors.entries())
    await call('POST', '/v4/deeds/survey', token, {
      hijriYear: 1447,
      rating: ratings[index],
      comment: index === 2 ? 'Slow' : '',
    })
  const { token } = await aSession(server.app, { roles: ['support'] })
  const { body } = await call('GET', '/v4/staff/deeds-survey?hijriYear=1447', token)
  expect(body).toEqual({
    hijriYear: 1447,
    ratings: [
      { rating: 2, count: 1 },
      { rating: 5, count: 2 },
    ],
    comments: [{ rating: 2, comment: 'Slow', answeredAt: expect.any(String) }],
  })
  expect((await call('GET', '/v4/staff/deeds-survey', donors[0]!.token)).status).toBe(403)
})
