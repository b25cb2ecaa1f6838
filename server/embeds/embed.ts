import { type EmbedCampaign, organizingServer, type EmbedOptions } from '#modules/organizers/organizing/index-server.ts'
import { findPresentSubdomain } from '#modules/causes/organizations/index.ts'
import type { FastifyInstance } from 'fastify'
import { amountPattern, sourcePattern } from '#modules/organizers/organizing/rules/share-link.ts'
import { isProblem } from '#shared/problem.ts'
import { isLocale } from '#shared/text.ts'
import type { App } from '../app.ts'
import { callInProcess } from '../http/http.ts'
import { toRequestContext } from '../http/request-context.ts'

type Query = { theme?: unknown; lang?: unknown; amount?: unknown; src?: unknown }

/**
 * Registers `/embed/<slug>` for frames on other sites, and `/embed.js`, which creates them (security-17). Cookies are
 * ignored: the viewer is anonymous and the response is the same for all, so it may be cached publicly for a minute.
 */
export function registerEmbeds(fastify: FastifyInstance, app: App): void {
  fastify.get('/embed.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .send(organizingServer.embedScript),
  )
  fastify.get<{ Params: { slug: string }; Querystring: Query }>('/embed/:slug', async (request, reply) => {
    const { theme, lang, amount, src } = request.query
    reply
      .header('content-security-policy', organizingServer.embedPolicy)
      .header('cross-origin-resource-policy', 'cross-origin')
    reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy')
    const context = toRequestContext(app, request)
    try {
      const { result } = await callInProcess(
        app,
        'GET /v4/campaign-pages/:slug',
        { slug: request.params.slug },
        { kind: 'anonymous' },
        context,
      )
      const campaign = result as EmbedCampaign
      const options: EmbedOptions = {
        theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
        locale: [lang, campaign.language].find(isLocale) ?? 'en',
        amount: typeof amount === 'string' && amountPattern.test(amount) ? amount : undefined,
        source: typeof src === 'string' && sourcePattern.test(src) ? src : 'embed',
      }
      return await reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .send(organizingServer.embedPage(app.origin, campaign, options, app.productName))
    } catch (error) {
      if (!isProblem(error)) throw error
      const present = await findPresentSubdomain(app.db, request.params.slug)
      if (present !== undefined) {
        const { search } = new URL(request.url, app.origin)
        return reply.redirect(`/embed/${encodeURIComponent(present)}${search}`, 301)
      }
      // A frame on another site stays empty rather than show an error in our language.
      return reply
        .code(error.status)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('<!doctype html><title>404</title>')
    }
  })
}
