import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateOrganization } from '#modules/causes/organizations/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const year = 365 * 86_400_000
const verify = (id: string, over: object = {}) =>
  installation.app.write((tx) =>
    updateOrganization(tx, BigInt(id), {
      verification_state: 'verified',
      verified_at: installation.app.clock(),
      verified_until: new Date(installation.app.clock().getTime() + year),
      ...over,
    }),
  )
const page = (subdomain: string) => ask(installation, '', 'GET', `/v4/organizations/by-subdomain/${subdomain}`)

test('a charity has a public page from its first verification until it is rejected or closed (content-27)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Madad Trust' })
  expect((await page(charity.subdomain)).status).toBe(404)
  await verify(charity.id, { register: 'ccew', registration_number: '1098765', reviewers: 2, about: 'Clean water.' })
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: 1 })
    .where('slug', '=', charity.subdomain)
    .execute()
  const { status, body, text } = await page(charity.subdomain)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    subdomain: charity.subdomain,
    about: 'Clean water.',
    verification: { state: 'verified', register: 'ccew', number: '1098765', reviewers: 2, isOwn: false },
    generalFund: { slug: charity.subdomain, open: true },
    totals: [],
    zakat: [],
    reports: [],
  })
  // The page names neither the contact email nor the people who run the charity.
  expect(text).not.toMatch(/office@rahma|Siddiqui|Demir/)
  await verify(charity.id, { verified_until: new Date(installation.app.clock().getTime() - 1000) })
  expect((await page(charity.subdomain)).body).toMatchObject({
    verification: { state: 'expired' },
    generalFund: { open: false },
  })
  await verify(charity.id, { verification_state: 'rejected' })
  expect((await page(charity.subdomain)).status).toBe(404)
  await verify(charity.id, { verification_state: 'none', closed_at: installation.app.clock() })
  expect((await page(charity.subdomain)).status).toBe(404)
})

test('owners, admins and finance publish reports as PDF, which everyone downloads (content-27)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Report Relief' })
  await verify(charity.id)
  const path = `${charity.path}/reports`
  const file = aPdf('% a year').toString('base64')
  const finance = await aMemberOf(installation, charity.id, 'finance')
  const editor = await aMemberOf(installation, charity.id, 'editor')
  const report = { year: '2025', title: 'Annual report', file }
  expect((await ask(installation, editor.token, 'POST', path, report)).status).toBe(403)
  for (const [wrong, field] of [
    [{ ...report, year: '2999' }, 'year'],
    [{ ...report, title: ' ' }, 'title'],
    [{ ...report, file: Buffer.from('no report').toString('base64') }, 'file'],
    [{ ...report, file: '' }, 'file'],
  ] as const) {
    const { status, body } = await ask(installation, finance.token, 'POST', path, wrong)
    expect([field, status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([field, 400, [field]])
  }
  const { body } = await ask(installation, finance.token, 'POST', path, report)
  const { id } = body as unknown as { id: string }
  expect((await ask(installation, finance.token, 'POST', path, report)).status).toBe(400)
  const shown = (await page(charity.subdomain)).body as unknown as { reports: { id: string; year: number }[] }
  expect(shown.reports).toMatchObject([{ id, year: 2025, title: 'Annual report' }])
  const address = `/v4/organizations/by-subdomain/${charity.subdomain}/reports/${id}`
  const response = await installation.fastify.inject({ method: 'GET', url: address })
  expect([response.statusCode, response.headers['content-type'], response.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="${charity.subdomain}-2025.pdf"`,
  ])
  expect((await ask(installation, charity.token, 'DELETE', `${path}/${id}`)).status).toBe(200)
  expect((await installation.fastify.inject({ method: 'GET', url: address })).statusCode).toBe(404)
})
