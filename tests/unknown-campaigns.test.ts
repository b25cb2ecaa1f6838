import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from './support/app.ts'

let installation: TestApp
let ids: { readonly draft: bigint; readonly paused: bigint }
beforeAll(async () => {
  installation = await createTestApp()
  ids = {
    draft: (await aCampaign(installation.app, { status: 0 })).id,
    paused: (await aCampaign(installation.app, { status: 2 })).id,
  }
})
afterAll(() => installation.close())

const lists = [
  'GET /v4/campaigns/{id}/comments',
  'GET /v4/campaigns/{id}/comments?offset=50',
  'GET /v4/campaigns/{id}/donors',
  'GET /v4/campaigns/{id}/donors?order=top',
  'GET /v4/campaigns/{id}/donors?before=1763900000000_00000000-0000-7000-8000-000000000000',
  'GET /v4/campaigns/{id}/zakat-verification',
  'POST /api/projectapi/donors',
]

test.each(lists)('%s returns 404 for an unknown or unpublished campaign [S2 §8]', async (list) => {
  const [method, url] = list.split(' ') as ['GET' | 'POST', string]
  const statusFor = async (id: bigint) => {
    const body =
      method === 'POST' ? { headers: { 'content-type': 'application/json' }, payload: { id: String(id) } } : {}
    return (await installation.fastify.inject({ method, url: url.replace('{id}', String(id)), ...body })).statusCode
  }
  expect([await statusFor(999_999n), await statusFor(ids.draft), await statusFor(ids.paused)]).toEqual([404, 404, 200])
})
