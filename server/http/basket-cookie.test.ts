import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { Problem } from '#shared/problem.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { App } from '../app.ts'
import { moveBasketToAccount } from './basket-cookie.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const aGuestBasket = async () =>
  (
    await installation.fastify.inject({
      method: 'POST',
      url: '/v4/checkout/guest/baskets',
      headers: { 'content-type': 'application/json' },
      payload: { currency: 'GBP' },
    })
  ).json<{ id: string; token: string }>()

/** Returns what the login does with this cookie: whether the browser keeps it. */
async function keepsCookie(
  app: App,
  token: string,
  viewer: Awaited<ReturnType<typeof aSession>>['viewer'],
): Promise<boolean> {
  let isCleared = false
  const reply = {
    clearCookie: () => (isCleared = true),
    setCookie: () => expect.unreachable(),
  } as unknown as FastifyReply
  await moveBasketToAccount(app, { id: 'r', cookies: { basket: token } } as unknown as FastifyRequest, reply, viewer)
  return !isCleared
}
const failing = (error: Error): App => ({ ...installation.app, write: () => Promise.reject(error) })

test('a basket that can’t move at login stays in this browser and moves with the next page', async () => {
  const { token, id } = await aGuestBasket()
  const { viewer } = await aSession(installation.app)
  expect(
    await keepsCookie(failing(new Problem('server', 'database-unavailable', { status: 503 })), token, viewer),
  ).toBe(true)
  expect(await keepsCookie(failing(new Error('a connection broke')), token, viewer)).toBe(true)
  expect(await keepsCookie(installation.app, token, viewer)).toBe(false)
  expect(
    await installation.app.db.selectFrom('baskets.basket').select('account_id').where('id', '=', id).executeTakeFirst(),
  ).toEqual({
    account_id: viewer.accountId,
  })
})

test('the cookie of a basket that no account can take over is deleted', async () => {
  const [over, others] = [await aGuestBasket(), await aGuestBasket()]
  const [{ viewer }, { viewer: other }] = [await aSession(installation.app), await aSession(installation.app)]
  await installation.app.db
    .updateTable('baskets.basket')
    .set({ status: 'abandoned' })
    .where('id', '=', over.id)
    .execute()
  expect(await keepsCookie(installation.app, over.token, viewer)).toBe(false)
  expect(await keepsCookie(installation.app, others.token, other)).toBe(false)
  expect(await keepsCookie(installation.app, others.token, viewer)).toBe(false)
  expect(await keepsCookie(installation.app, 'no token of ours', viewer)).toBe(false)
})
