import { required } from '#shared/collections.ts'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { Problem } from '#shared/problem.ts'
import { registerAssets } from './assets.ts'
import { normalizedAddressOf, readPageUrl } from './page-address.ts'
import { createPageHandler, pageFinder, withRefusals } from './page-handler.ts'
import { encodedBody, negotiateEncoding } from '../http/compression.ts'
import { createPageCache, type CachedPage } from './page-cache.ts'
import { renderContext, type RenderContext } from './render-context.ts'
import { sharedAddressOf } from '../http/shared-address.ts'
import { linkOnTenant, platformPath, withTenantLinks } from '../tenants/tenant-address.ts'

export type WebOptions = {
  readonly isDevelopment: boolean
  /** The platform's public origin. */
  readonly origin: string
  /** The domain whose subdomains are charities' hosts. */
  readonly pagesDomain: string | undefined
  /** Returns the data that a page may use. */
  contextOf(request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RenderContext>
  /** Whether the page belongs to a session or a basket and is therefore never shared. */
  isPersonal(request: FastifyRequest): boolean
  /** Returns what distinguishes visitors' shared pages: language, theme, country. */
  variantOf(request: FastifyRequest): string
}

type TenantRequest = NonNullable<FastifyRequest['tenant']>

/** Whether a program with an API key calls a path without a call; a page would hide that the path is mistyped. */
const isProgram = ({ headers, url }: FastifyRequest): boolean =>
  url.startsWith('/v4/') &&
  /^bearer sunbul_/i.test(headers.authorization ?? '') &&
  !(headers.accept ?? '').includes('text/html')

/** Serves the web: built pages in production, Vite with hot reload in development. */
export async function registerWeb(fastify: FastifyInstance, options: WebOptions): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..')
  const vite = options.isDevelopment
    ? await (await import('vite')).createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
    : undefined
  const build = vite ? undefined : ((await import(path.join(root, 'build/server/index.js'))) as ServerBuild)
  const built = build && createPageHandler(withRefusals(build))
  const pageAt = build ? pageFinder(build) : () => ({ takesForms: true })
  const handlerOf = async () =>
    built ??
    createRequestHandler(
      withRefusals((await required(vite).ssrLoadModule('virtual:react-router/server-build')) as ServerBuild),
      'development',
    )
  // No page is older than two seconds, so a paused fundraiser doesn't offer its button for longer, even without scripts
  // (S1 §4). Charities' hosts have a separate cache, so that their many pages don't evict the platform's.
  const cacheOptions = { freshMs: 1000, staleMs: 2000, pagesMax: 500, now: () => performance.now() }
  const [cache, tenantCache] = [createPageCache(cacheOptions), createPageCache(cacheOptions)]
  if (vite) fastify.addHook('onClose', () => vite.close())
  else await registerAssets(fastify, root)

  async function render(request: FastifyRequest, reply: FastifyReply, address = request.url): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(renderContext, await options.contextOf(request, reply, request.cspNonce))
    return (await handlerOf())(webRequest(request, reply, address, options.origin), context)
  }

  async function renderShared(request: FastifyRequest, reply: FastifyReply, address: string): Promise<CachedPage> {
    // The policy contains the nonce of this rendering (contract-8). A visitor who knows the nonce can't inject a
    // script, because other input is another page. The header is read before rendering, because a reply that gets the
    // older cached page also gets that page's policy.
    const policy = String(reply.getHeader('content-security-policy'))
    const response = await render(request, reply, address)
    const headers = [...response.headers, ['content-security-policy', policy] as const]
    return { status: response.status, headers, body: encodedBody(await bytesOf(response)) }
  }

  /** Converts the platform's page for a charity's host: its links lead back to the platform (pages-12). */
  function renderOnTenant(page: CachedPage, tenant: TenantRequest): CachedPage {
    const headers = page.headers.map(([name, value]) => {
      const isOnPlatform = name === 'location' && value.startsWith('/')
      return [name, isOnPlatform ? linkOnTenant(options, value, tenant) : value] as const
    })
    const html = withTenantLinks(page.body.as(undefined).toString(), options, tenant)
    return {
      status: page.status,
      // After a choice about the pixel, Back must not show the earlier page (pages-15).
      headers: [...headers, ['cache-control', tenant.hasPixel ? 'private, no-store' : browserCacheControl]],
      body: encodedBody(Buffer.from(html)),
    }
  }

  /** Sends a charity's page on its own host. All visitors share it except those who allowed its pixel (pages-20). */
  async function sendTenantPage(request: FastifyRequest, reply: FastifyReply, tenant: TenantRequest) {
    const path = required(platformPath(tenant.subdomain, request.url), 'path')
    reply.header('vary', 'cookie')
    const isShared = request.method === 'GET' && !vite && tenant.pixelConsent !== 'allowed'
    const address = isShared ? sharedAddressOf(path, { isTenant: true }) : undefined
    if (address !== undefined) {
      const key = [tenant.origin, tenant.pixelConsent ?? '-', options.variantOf(request), address].join(' ')
      const page = await tenantCache.get(key, async () =>
        renderOnTenant(await renderShared(request, reply, address), tenant),
      )
      if (!losesQuery(page, address, path)) return sendCached(request, reply, page)
    }
    const response = await render(request, reply, path)
    const body = encodedBody(await bytesOf(response))
    const page = renderOnTenant({ status: response.status, headers: [...response.headers], body }, tenant)
    for (const [name, value] of page.headers) reply.header(name, value)
    return reply.code(page.status).send(page.body.as(undefined))
  }

  await fastify.register(async (scope) => {
    // The router parses the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/*', { config: { page: true } as never }, async (request, reply) => {
      // No page supports TRACE, and the Fetch API throws for it.
      if (request.method === 'TRACE') throw new Problem('not-found', 'not-found', { status: 405 })
      if (isProgram(request)) throw new Problem('not-found', 'not-found')
      if (vite && (await handleWithVite(vite, request, reply))) return reply
      if (request.method === 'GET' || request.method === 'HEAD') {
        const address = normalizedAddressOf(request.url)
        if (address !== undefined) return reply.redirect(address, 308)
      } else {
        const page = request.method === 'POST' ? pageAt(addressOf(request.url, options.origin).pathname) : undefined
        if (!page) throw new Problem('not-found', 'not-found')
        // For a page without a form, the router responds with 405 and a page.
        if (page.takesForms) assertForm(request)
      }
      if (request.tenant) return sendTenantPage(request, reply, request.tenant)
      const isPersonal = options.isPersonal(request)
      // After Back, a browser must not show a page in another language, with an old basket, or after a logout.
      if (isPersonal) reply.header('cache-control', 'no-store')
      else reply.header('vary', 'cookie, authorization')
      const address = request.method === 'GET' && !vite && !isPersonal ? sharedAddressOf(request.url) : undefined
      if (address !== undefined) {
        const page = await cache.get(`${options.variantOf(request)} ${address}`, () =>
          renderShared(request, reply, address),
        )
        if (!losesQuery(page, address, request.url)) {
          rejectAsJson(request, page.status)
          reply.header('cache-control', browserCacheControl)
          return sendCached(request, reply, page)
        }
      }
      const response = await render(request, reply)
      rejectAsJson(request, response.status)
      for (const [name, value] of response.headers) reply.header(name, value)
      reply.code(response.status)
      if (!response.body) return reply.send()
      // The renderer returns complete pages (entry.server.tsx); only the router's own data is streamed.
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      return reply.send(isPage ? await bytesOf(response) : Readable.fromWeb(response.body as never))
    })
  })
}

/** Cache-Control of shared pages: browsers revalidate before they show one again. */
const browserCacheControl = 'private, max-age=0, must-revalidate'

/** Whether a page rendered for its shared address redirects without parts of the requested query. */
const losesQuery = ({ status }: CachedPage, address: string, url: string): boolean =>
  status >= 300 && status < 400 && address !== url

function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  for (const [name, value] of page.headers) if (name !== 'set-cookie') reply.header(name, value)
  const encoding = page.status === 200 ? negotiateEncoding(request.headers['accept-encoding']) : undefined
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.code(page.status).send(page.body.as(encoding))
}

/** Returns the bytes of a rendered page, which the renderer attaches to its response (entry.server.tsx). */
const bytesOf = async (response: Response & { readonly page?: Buffer }): Promise<Buffer> =>
  response.page ?? Buffer.from(await response.arrayBuffer())

/** Refuses a POST to a page that isn't a form, because its action couldn't parse it. */
function assertForm(request: FastifyRequest): void {
  const type = request.headers['content-type']
  if (type !== undefined && !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Problem('validation', 'invalid-input', { status: 415 })
}

/** Refuses with JSON if a program that accepts JSON requests a page that doesn't exist (S2 §8). */
function rejectAsJson(request: FastifyRequest, status: number): void {
  const accept = request.headers.accept ?? ''
  if ((status === 404 || status === 405) && /\bjson\b/i.test(accept) && !accept.includes('text/html'))
    throw new Problem('not-found', 'not-found', { status })
}

function webRequest(request: FastifyRequest, reply: FastifyReply, requestText: string, ours: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const ended = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) ended.abort()
  })
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(addressOf(requestText, originOf(request, ours)), {
    method: request.method,
    headers,
    signal: ended.signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as never, duplex: 'half' } : {}),
  } as RequestInit)
}

/**
 * Returns the origin of a page request. For a form it is the form's, because the router compares the two and
 * `checkOrigin` accepts no other; otherwise ours, whatever host name a proxy or a program uses.
 */
function originOf(request: FastifyRequest, ours: string): string {
  const requestText = `${request.protocol}://${request.host}`
  return request.headers.origin === requestText && URL.canParse(requestText) ? requestText : ours
}

function addressOf(requestText: string, origin: string): URL {
  // NUL is replaced by a character that no address contains, because PostgreSQL refuses text with it.
  const url = readPageUrl(requestText.replaceAll('%00', '%EF%BF%BD'))
  if (!url) throw new Problem('not-found', 'not-found')
  return new URL(origin + url.pathname + url.search)
}

function handleWithVite(
  vite: { middlewares: (request: never, response: never, next: () => void) => void },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finished = () => {
      reply.hijack()
      resolve(true)
    }
    reply.raw.once('finish', finished)
    vite.middlewares(request.raw as never, reply.raw as never, () => {
      reply.raw.off('finish', finished)
      resolve(false)
    })
  })
}
