import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { discoveryServer } from '#modules/causes/discovery/index-server.ts'
import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import { flag } from '#modules/platform/flags/index.ts'
import { Problem } from '#shared/problem.ts'
import { addressInLanguage, fixedPublicPages } from '#shared/pages/public-pages.ts'
import { locales } from '#shared/texts/locales.ts'
import type { App } from '../app.ts'
import { readForRequest } from '../http/standby/recent-post.ts'

/** Paths that are personal, change something, or aren't pages. */
const disallowed = [
  '/account',
  '/staff',
  '/organize',
  '/login',
  '/logout',
  '/signup',
  '/password',
  '/unsubscribe',
  '/thankyou',
  '/refund-duplicate',
  '/tax-address',
  '/receipts',
  '/erased',
  '/preferences',
  '/giving-list',
  '/scheduled-giving/manage',
  '/scheduled-giving/change',
  '/scheduled-giving/authenticate',
  '/scheduled-giving/mails',
  '/scheduled-giving/not-me',
  '/scheduled-giving/thank-you',
  '/v4/checkout',
  '/v4/basket',
  '/v4/signup',
  '/v4/confirm-email',
  '/api/',
  '/v3/',
  '/dev/',
]

const cacheControl = 'public, max-age=3600'

/**
 * Registers `robots.txt` and the sitemaps: an index, the fixed pages with the events, and fundraisers in parts of
 * 50,000.
 */
export function registerSearchEngineFiles(fastify: FastifyInstance, app: App): void {
  const xml = 'application/xml; charset=utf-8'

  fastify.get('/robots.txt', async (request, reply) => {
    // A charity's host has only public pages, and the platform's sitemap lists them.
    const rules = request.tenant ? ['Allow: /'] : disallowed.map((path) => `Disallow: ${path}`)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheControl)
      .send(`${['User-agent: *', ...rules, '', `Sitemap: ${app.origin}/sitemap.xml`].join('\n')}\n`)
  })

  fastify.get('/sitemap.xml', async (request, reply) => {
    const pages = await readForRequest(app, request, ({ db }) => discoveryServer.sitemapPages(db))
    const files = ['pages', ...pages.map((page) => `fundraisers-${page}`)]
    return reply
      .type(xml)
      .header('cache-control', cacheControl)
      .send(
        `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files
          .map((file) => `<sitemap><loc>${app.origin}/sitemaps/${file}.xml</loc></sitemap>\n`)
          .join('')}</sitemapindex>\n`,
      )
  })

  fastify.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const [, name, page] = /^(pages|fundraisers-([1-9]\d{0,8}))\.xml$/.exec(request.params.file) ?? []
    if (name === undefined) throw new Problem('not-found', 'not-found')
    const read: Read = (work) => readForRequest(app, request, ({ db }) => work(db))
    const entries = page === undefined ? fixedEntries(app, read) : campaignEntries(app, read, Number(page))
    return reply
      .type(xml)
      .header('cache-control', cacheControl)
      .send(Readable.from(urlSet(entries)))
  })
}

type Read = <T>(work: (db: App['db']) => Promise<T>) => Promise<T>
type Entry = { readonly address: string; readonly changedAt?: Date }

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

async function* fixedEntries(app: App, read: Read): AsyncGenerator<readonly Entry[]> {
  const isZakatHomeOn = (await flag(app, 'zakat-home')) === 'on'
  const events = await read(discoveryServer.sitemapEvents)
  yield [
    ...fixedPublicPages.filter(
      (path) => (isZakatHomeOn || path !== '/v4/zakat') && (app.hasTrustPage || path !== '/trust'),
    ),
    ...events.map((slug) => `/v4/events/${encodeURIComponent(slug)}`),
  ].map((path) => ({ address: app.origin + path }))
}

async function* campaignEntries(app: App, read: Read, page: number): AsyncGenerator<readonly Entry[]> {
  for await (const entries of discoveryServer.sitemapCampaigns(read, page, app.clock())) {
    const hosted = entries.flatMap(({ hostedPageOf }) => hostedPageOf ?? [])
    const subdomains = entries.flatMap(({ charityPageOf }) => charityPageOf ?? [])
    const [pages, charities] = await Promise.all([
      hostedPagesServer.pageAddresses(app, hosted),
      hostedPagesServer.charityAddresses(app, subdomains),
    ])
    yield entries.map(({ path, changedAt, hostedPageOf, charityPageOf }) => ({
      address:
        (hostedPageOf !== undefined && pages.get(hostedPageOf)) ||
        (charityPageOf !== undefined && charities.get(charityPageOf)) ||
        app.origin + path,
      changedAt,
    }))
  }
}

/** Generates a sitemap in parts, with each page's URL in each language. */
async function* urlSet(entries: AsyncIterable<readonly Entry[]>): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for await (const part of entries) yield part.map(urlOf).join('')
  yield '</urlset>\n'
}

function urlOf({ address, changedAt }: Entry): string {
  const alternate = (language: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`
  return `<url><loc>${address}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}${locales
    .map((locale) => alternate(locale, addressInLanguage(locale, address)))
    .join('')}${alternate('x-default', address)}</url>\n`
}
