import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aDonation, aTeamMember } from '#modules/organizers/organizing/testing.ts'
import { createTestApp } from '#tests/support/app.ts'
import { readCode, squaresOf } from '#tests/support/read-code.ts'

let installation: Awaited<ReturnType<typeof createTestApp>>
let slug: string
let id: bigint
let authorization: string
beforeAll(async () => {
  installation = await createTestApp()
  const campaign = await aCampaign(installation.app, { slug: 'wells', name: 'Wells & <b>water</b>', currency: 'GBP' })
  ;({ slug, id } = campaign)
  const organizer = await aTeamMember(installation.app, id)
  authorization = `Bearer ${(await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, organizer.accountId)).token}`
})
afterAll(() => installation.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  installation.fastify.inject({ method: 'GET', url, headers })

describe('the frame for other sites (security-17)', () => {
  test('may be framed by any site, runs only its own script, and sets and needs no cookie', async () => {
    const plain = await get(`/embed/${slug}`)
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-.*frame-ancestors \*$/,
    )
    expect(plain.headers).not.toHaveProperty('x-frame-options')
    expect(plain.headers).not.toHaveProperty('set-cookie')
    expect(plain.headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    })
    expect((await get(`/embed/${slug}`, { cookie: 'lang=ar; theme=dark', authorization })).body).toBe(plain.body)
  })

  test('shows public data as text, with links that open a new window', async () => {
    const { body } = await get(`/embed/${slug}?amount=30&src=blog&theme=dark&lang=ar`)
    expect(body).toContain('Wells &#38; &#60;b&#62;water&#60;/b&#62;')
    expect(body).toContain(
      `href="${installation.app.origin}/v4/checkout/wells?amount=30&#38;src=blog" target="_blank" rel="noopener"`,
    )
    expect(body).toContain('<html lang="ar" dir="rtl" data-theme="dark">')
  })

  test('names the charity in the reader’s language where it has a name in it', async () => {
    const organization = await anOrganization(installation.app, { name: 'Umeed Trust', name_ar: 'مؤسسة أميد' })
    await aCampaign(installation.app, { slug: 'of-umeed', organization_id: organization.id })
    const [arabic, english] = [(await get('/embed/of-umeed?lang=ar')).body, (await get('/embed/of-umeed?lang=en')).body]
    expect(arabic).toContain('<bdi>مؤسسة أميد</bdi>')
    expect(arabic).not.toContain('Umeed')
    expect(english).toContain('<bdi>Umeed Trust</bdi>')
  })

  test.each(['amount=%22%3E%3Cscript%3E', 'src=%22onload=x', 'theme=x%22', 'lang=%3Cb%3E', 'amount=1&amount=2'])(
    'is not changed by nonsense in its address: %s',
    async (query) => {
      const { body, statusCode } = await get(`/embed/${slug}?${query}`)
      expect(statusCode).toBe(200)
      expect(body).toContain(`/v4/checkout/wells?src=embed"`)
    },
  )

  test('does not exist for a draft, and other pages still refuse framing', async () => {
    await aCampaign(installation.app, { slug: 'a-draft', status: 0 })
    for (const missing of ['a-draft', 'unknown']) expect((await get(`/embed/${missing}`)).statusCode).toBe(404)
    expect((await get('/livez')).headers).toMatchObject({ 'x-frame-options': 'DENY' })
  })

  test('an ended fundraiser takes no donations there either', async () => {
    await aCampaign(installation.app, { slug: 'ended', ends_at: new Date('2020-01-01T00:00:00Z') })
    const { body } = await get('/embed/ended?lang=en')
    expect(body).toContain('This fundraiser is closed for donations.')
    expect(body).not.toContain('/v4/checkout/')
  })

  test('its script may be loaded by every site and contains only its own origin', async () => {
    const script = await get('/embed.js')
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(script.body).toContain('e.origin!==origin')
  })
})

test('QR codes and posters are files for the fundraiser’s organizers only', async () => {
  const file = (name: string) => get(`/v4/campaigns/${id}/share/${name}`, { authorization })
  const svg = await file('qr.svg?amount=30&src=board')
  expect(svg.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(svg.body).toContain('<title>Wells &#38; &#60;b')
  expect((await file('qr.png')).rawPayload.subarray(1, 4).toString()).toBe('PNG')
  for (const language of ['en', 'ar']) {
    const poster = await file(`poster.pdf?language=${language}`)
    expect([poster.statusCode, poster.headers['content-type'], poster.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(poster.headers['content-disposition']).toBe('attachment; filename="poster-wells.pdf"')
  }
  expect((await get(`/v4/campaigns/${id}/share/qr.svg`)).statusCode).toBe(401)
})

test('a poster can be downloaded as a picture whose QR code has the link’s address', async () => {
  const file = (query = '', headers: Record<string, string> = {}) =>
    get(`/v4/campaigns/${id}/share/poster.png${query}`, { authorization, ...headers })
  const plain = await file()
  expect(plain.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="poster-wells.png"',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await readCode(plain.rawPayload)).squares).toEqual(
    squaresOf(`${installation.app.origin}/v4/campaign/wells?src=poster`),
  )
  expect((await readCode((await file('?amount=30&src=board')).rawPayload)).squares).toEqual(
    squaresOf(`${installation.app.origin}/v4/checkout/wells?amount=30&src=board`),
  )
  expect((await file('?language=xx')).statusCode).toBe(400)
  expect((await get(`/v4/campaigns/${id}/share/poster.png`)).statusCode).toBe(401)
  const { token } = await aSession(installation.app)
  expect((await get(`/v4/campaigns/${id}/share/poster.png`, { authorization: `Bearer ${token}` })).statusCode).toBe(404)
})

test('a poster is in the requester’s language unless the request names another', async () => {
  const poster = async (language: string, query = '') =>
    (await get(`/v4/campaigns/${id}/share/poster.png${query}`, { authorization, cookie: `lang=${language}` }))
      .rawPayload
  const [english, arabic] = [await poster('en'), await poster('ar')]
  expect(english.equals(arabic)).toBe(false)
  expect((await poster('en', '?language=ar')).equals(arabic)).toBe(true)
})

test('an export is a file over HTTP, created by a POST from our own pages only (security-12)', async () => {
  await aDonation(installation.app, id, { customName: '=1+1' })
  const post = (headers: Record<string, string>, payload: object | string = {}, path = 'donations/export') =>
    installation.fastify.inject({
      method: 'POST',
      url: `/v4/campaigns/${id}/${path}`,
      headers: { authorization, ...headers },
      payload: payload as object,
    })
  const response = await post({ 'content-type': 'application/json' })
  expect(response.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="donors-wells-\d{4}-\d\d-\d\d\.csv"$/)
  expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(response.body).toContain(`"'=1+1"`)
  expect((await get(`/v4/campaigns/${id}/donations/export`, { authorization })).statusCode).toBe(404)
  for (const path of ['donations/export', 'claims/export', 'offline/preview', 'offline/import']) {
    expect(
      (await post({ 'content-type': 'application/json', origin: 'https://evil.example' }, {}, path)).statusCode,
    ).toBe(403)
    expect((await post({ 'content-type': 'text/plain' }, '{}', path)).statusCode).toBe(415)
    expect((await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'csv=x', path)).statusCode).toBe(415)
  }
})

test('an import accepts files up to a megabyte; other calls have the general limit', async () => {
  const post = (path: string, payload: object) =>
    installation.fastify.inject({ method: 'POST', url: path, headers: { authorization }, payload })
  const row = '5,2026-01-02,,cash,x\n'
  const csv = `amount,received on,donor,method,evidence\n${row.repeat(900)}`
  const preview = await post(`/v4/campaigns/${id}/offline/preview`, { csv })
  expect([preview.statusCode, preview.json<{ rows: unknown[] }>().rows.length]).toEqual([200, 900])
  expect((await post(`/v4/campaigns/${id}/offline/preview`, { csv: csv + ' '.repeat(1_060_000) })).statusCode).toBe(413)
  expect((await post(`/v4/campaigns/${id}/offline/preview`, { csv: 'x'.repeat(1_500_000) })).statusCode).toBe(413)
  expect((await post(`/v4/campaigns/${id}/donations/export`, { csv: 'x'.repeat(100_000) })).statusCode).toBe(413)
})
