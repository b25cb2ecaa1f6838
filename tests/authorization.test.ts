import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#modules/contract.ts'
import { createAccount, openSession, signToken } from '#modules/identity/index.ts'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { createTestApp } from './support/app.ts'

/** Whoever may knock. Each call of the contract is knocked at by each of them. */
const visitors = ['anonymous', 'guest', 'gift', 'basket', 'donor', 'staff'] as const
type Visitor = (typeof visitors)[number]

/** Who is let in, by what a call says of itself; everybody else is refused before anything is read. */
const letIn: Readonly<Record<Access, readonly Visitor[]>> = {
  anyone: visitors,
  guest: ['guest', 'donor', 'staff'],
  'signed-in': ['donor', 'staff'],
  staff: ['staff'],
}

let house: Awaited<ReturnType<typeof createTestApp>>
const bearer: Partial<Record<Visitor, string>> = {}
const accounts: Partial<Record<Visitor, string>> = {}
beforeAll(async () => {
  house = await createTestApp()
  const { app } = house
  const later = new Date(app.clock().getTime() + 3_600_000)
  bearer.guest = signToken(app.tokenSecret, 'guest', app.newId(), later)
  bearer.gift = signToken(app.tokenSecret, 'donation', app.newId(), later)
  bearer.basket = signToken(app.tokenSecret, 'basket', app.newId(), later)
  for (const [visitor, roles] of [
    ['donor', []],
    ['staff', ['staff', 'admin']],
  ] as const) {
    const id = await createAccount(app, { email: `${visitor}@example.org`, password: null, firstName: visitor, lastName: '', roles: [...roles] })
    accounts[visitor] = id!
  }
})
afterAll(() => house.close())

const calls = Object.entries(contract) as [string, Endpoint][]

async function knock(name: string, visitor: Visitor): Promise<number> {
  // A session for each knock: logging out is one of the calls.
  const account = accounts[visitor]
  if (account) bearer[visitor] = (await openSession(house.app, { ip: '127.0.0.1', userAgent: 'test' }, account)).token
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const url = path.replace(/:(\w+)/g, (_, key: string) =>
    key === 'slug' || key === 'key' ? 'nothing' : /campaignId|^id$/.test(key) ? '999999' : '00000000-0000-7000-8000-000000000000',
  )
  const answer = await house.fastify.inject({
    method,
    url,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(bearer[visitor] ? { authorization: `Bearer ${bearer[visitor]}` } : {}),
    },
    ...(method === 'GET' ? {} : { payload: {} }),
  })
  return answer.statusCode
}

describe.each(calls)('%s', (name, endpoint) => {
  test.each(visitors)('lets in or refuses: %s [S1 §6] [S2 §6]', async (visitor) => {
    const status = await knock(name, visitor)
    if (letIn[endpoint.access].includes(visitor)) expect([401, 403]).not.toContain(status)
    else expect([401, 403]).toContain(status)
    expect(status).toBeLessThan(500)
  })
})

test('every call names who may call it', () => {
  expect(calls.filter(([, endpoint]) => !(endpoint.access in letIn))).toEqual([])
})

test('whoever holds another gift’s token is told that there is no such gift (trust.md S3)', async () => {
  const intentId = house.app.newId()
  for (const token of [bearer.gift!, bearer.guest!, 'dn_nonsense']) {
    const answer = await house.fastify.inject({ method: 'GET', url: `/v4/gifts/${intentId}?token=${token}` })
    expect(answer.statusCode).toBe(404)
  }
})

test('another site cannot act through a visitor’s browser (trust.md S2)', async () => {
  const post = (headers: Record<string, string>) => house.fastify.inject({ method: 'POST', url: '/v4/logout', headers, payload: '{}' })
  expect((await post({ 'content-type': 'application/json', origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post({ 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await post({ 'content-type': 'text/plain' })).statusCode).toBe(415)
  expect((await post({ 'content-type': 'application/json', origin: house.app.origin })).statusCode).toBe(200)
})
