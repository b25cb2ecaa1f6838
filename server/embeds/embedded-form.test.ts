import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { replaceEmbedHosts } from '#modules/organizers/charities/queries/embed-hosts.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { contentSecurityPolicy } from '../http/security.ts'

let installation: TestApp
let slug: string
let organizationId: bigint
let byId: string
beforeAll(async () => {
  installation = await createTestApp()
  const campaign = await aCampaign(installation.app, { slug: 'wells' })
  slug = campaign.slug
  organizationId = campaign.organization_id as bigint
  byId = (await aSession(installation.app)).viewer.accountId
})
afterAll(() => installation.close())

const list = (hosts: readonly string[]) =>
  installation.app.write((tx) => replaceEmbedHosts(tx, { organizationId, hosts, byId, at: installation.app.clock() }))
const headersAt = async (url: string) => (await installation.fastify.inject({ method: 'GET', url })).headers

describe('the donation form in a frame (security-17)', () => {
  test('may be framed only by the websites that its charity listed', async () => {
    await list([])
    expect(await headersAt(`/embed/${slug}/form`)).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    await list(['https://www.example.org', 'https://example.org', 'http://localhost:5500'])
    for (const url of [`/embed/${slug}/form`, `/embed/${slug}/form?lang=ar`, `/embed/WELLS/form/`]) {
      const headers = await headersAt(url)
      expect(headers).not.toHaveProperty('x-frame-options')
      expect(headers['content-security-policy']).toContain(
        'frame-ancestors https://www.example.org https://example.org http://localhost:5500',
      )
    }
  })

  test('has a preview that only our own pages may frame', async () => {
    await list(['https://example.org'])
    const policy = (await headersAt(`/embed/${slug}/form?preview=1`))['content-security-policy']
    expect(policy).toMatch(/frame-ancestors 'self'$/)
    expect(contentSecurityPolicy('/organize/charities/1/embed', 'nonce', [])).toContain("frame-src 'self'")
  })

  test('doesn’t let those websites frame other pages', async () => {
    await list(['https://example.org'])
    for (const url of [`/v4/checkout/${slug}`, `/embed/${slug}/form/more`, '/embed/unknown/form'])
      expect([url, (await headersAt(url))['x-frame-options']]).toEqual([url, 'DENY'])
  })

  test('may load payment scripts and is never cached', async () => {
    const sources = { script: ['https://pay.example'], frame: [], connect: [], payment: [] }
    const policy = contentSecurityPolicy(`/embed/${slug}/form`, 'nonce', [{ contentSources: sources }])
    expect(policy).toContain('https://pay.example')
    expect((await headersAt(`/embed/${slug}/form`))['cache-control']).toBe('no-store')
  })
})
