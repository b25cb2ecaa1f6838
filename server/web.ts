import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { Problem } from '#shared/problem.ts'
import { earlierAssets } from './earlier-assets.ts'
import { otherAddressOf, readAddress } from './page-address.ts'
import { createPageHandler } from './page-handler.ts'
import { createPageCache, cutAtNonce, noncePlaceholder, withNonce, type CachedPage } from './page-cache.ts'
import { renderContext, type RenderContext } from './render-context.ts'
import { sharedAddressOf } from './shared-address.ts'

export type WebOptions = {
  readonly isDevelopment: boolean
  /** Where pages are, for whoever looks at them. */
  readonly origin: string
  /** Everything a page may know of its request. */
  contextOf(request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RenderContext>
  /** A page of somebody with a session or a basket, which is never shared. */
  isPersonal(request: FastifyRequest): boolean
  /** What makes two visitors' pages differ: language, theme, country. */
  variantOf(request: FastifyRequest): string
}

/** Serves the web: built pages in production, Vite with hot reload in development. */
export async function registerWeb(fastify: FastifyInstance, options: WebOptions): Promise<void> {
  const root = path.resolve(import.meta.dirname, '..')
  const vite = options.isDevelopment ? await (await import('vite')).createServer({ root, server: { middlewareMode: true }, appType: 'custom' }) : undefined
  const built = vite ? undefined : createPageHandler((await import(path.join(root, 'build/server/index.js'))) as ServerBuild)
  const handlerOf = async () => built ?? createRequestHandler((await vite!.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild, 'development')
  // No page is older than two seconds: a paused fundraiser does not offer its button for longer, also without scripts (S1 §4).
  const cache = createPageCache({ freshMs: 1000, staleMs: 2000, pagesMax: 500, now: () => performance.now() })
  if (vite) fastify.addHook('onClose', () => vite.close())
  else
    await fastify.register(fastifyStatic, {
      // Pages that were opened before this release still ask for their own lazy parts (`earlier-assets.ts`).
      root: ['build/client/assets', earlierAssets].map((folder) => path.join(root, folder)).filter((folder) => fs.existsSync(folder)),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      index: false,
      // The folder itself is nobody's to read.
      allowedPath: (name) => !name.endsWith('/'),
    })

  async function render(request: FastifyRequest, reply: FastifyReply, nonce: string, address = request.url): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(renderContext, await options.contextOf(request, reply, nonce))
    return (await handlerOf())(webRequest(request, reply, address, options.origin), context)
  }

  async function renderShared(request: FastifyRequest, reply: FastifyReply, address: string): Promise<CachedPage> {
    const response = await render(request, reply, noncePlaceholder, address)
    return { status: response.status, headers: [...response.headers], parts: cutAtNonce(Buffer.from(await response.arrayBuffer())) }
  }

  await fastify.register(async (scope) => {
    // The router reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/*', { config: { page: true } as never }, async (request, reply) => {
      // No page has it, and the Fetch API refuses to speak of it.
      if (request.method === 'TRACE') throw new Problem('not-found', 'not-found', { status: 405 })
      if (vite && (await passedToVite(vite, request, reply))) return reply
      if (request.method === 'GET' || request.method === 'HEAD') {
        const address = otherAddressOf(request.url)
        if (address !== undefined) return reply.redirect(address, 308)
      } else refuseNoForm(request)
      const isPersonal = options.isPersonal(request)
      // What a browser shows again after Back is what its visitor still is: in this language, with this basket, and not after they have logged out.
      if (isPersonal) reply.header('cache-control', 'no-store')
      else reply.header('vary', 'cookie, authorization')
      const address = request.method === 'GET' && !vite && !isPersonal ? sharedAddressOf(request.url) : undefined
      if (address !== undefined) {
        const page = await cache.get(`${options.variantOf(request)} ${address}`, () => renderShared(request, reply, address))
        for (const [name, value] of page.headers) if (name !== 'set-cookie') reply.header(name, value)
        reply.header('cache-control', 'private, max-age=0, must-revalidate')
        return reply.code(page.status).send(withNonce(page, request.cspNonce))
      }
      const response = await render(request, reply, request.cspNonce)
      for (const [name, value] of response.headers) reply.header(name, value)
      reply.code(response.status)
      return response.body ? reply.send(Readable.fromWeb(response.body as never)) : reply.send()
    })
  })
}

/** What a page is sent is a form; anything else its action could not read. */
function refuseNoForm(request: FastifyRequest): void {
  const type = request.headers['content-type']
  if (type !== undefined && !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Problem('validation', 'invalid-input', { status: 415 })
}

function webRequest(request: FastifyRequest, reply: FastifyReply, asked: string, ours: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const ended = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) ended.abort()
  })
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(addressOf(asked, originOf(request, ours)), {
    method: request.method,
    headers,
    signal: ended.signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as never, duplex: 'half' } : {}),
  } as RequestInit)
}

/**
 * Which of our origins a page is asked for at: the one its form comes from, since the router compares the two (`refuseForeign` has let in no other), and
 * else ours, whatever a proxy, or somebody's program, calls us.
 */
function originOf(request: FastifyRequest, ours: string): string {
  const asked = `${request.protocol}://${request.host}`
  return request.headers.origin === asked && URL.canParse(asked) ? asked : ours
}

function addressOf(asked: string, origin: string): URL {
  // No text has a NUL in it: what is asked for with one is asked for with a character that names nothing either.
  const url = readAddress(asked.replaceAll('%00', '%EF%BF%BD'))
  if (!url) throw new Problem('not-found', 'not-found')
  return new URL(origin + url.pathname + url.search)
}

function passedToVite(
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
