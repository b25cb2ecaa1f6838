import { charitiesServer } from '#modules/organizers/charities/index-server.ts'
import { one } from '#shared/collections.ts'
import { isEmbeddedForm, isPreview } from '#shared/pages/embedded-form.ts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { pagePath } from '../pages/page-address.ts'

/**
 * Returns the slug of an embedded form from the URL of its page or of the router's data request; undefined for other
 * pages.
 */
function slugOf(url: string): string | undefined {
  const path = pagePath(one(url.split('?')).replace(/\.data$/, ''))
  if (!isEmbeddedForm(path)) return undefined
  try {
    return decodeURIComponent(path.split('/')[2] ?? '')
  } catch {
    return ''
  }
}

/**
 * Serves the donation form in frames of charities' websites (security-17): no cookie is read or set, so the donor is
 * always a guest, and only websites that the charity listed may frame it. Runs after the headers of all pages are set.
 */
export function registerEmbeddedForm(fastify: FastifyInstance, app: App): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const slug = slugOf(request.url)
    if (slug === undefined) return
    const { theme } = request.query as { theme?: unknown }
    // The frame's URL carries the theme that a cookie carries elsewhere.
    request.cookies = theme === 'light' || theme === 'dark' ? { theme } : {}
    delete request.headers.cookie
    delete request.headers.authorization
    const hosts = isPreview(request.url.split('?')[1] ?? '')
      ? ["'self'"]
      : await charitiesServer.embedHostsOfCampaign(app.db, slug, { allowsLocal: !app.isProduction })
    const policy = String(reply.getHeader('content-security-policy'))
    if (hosts.length === 0) return
    reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${hosts.join(' ')}`))
  })
  fastify.addHook('onSend', async (request, reply) => {
    if (slugOf(request.url) !== undefined) reply.removeHeader('set-cookie')
  })
}
